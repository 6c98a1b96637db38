#define _GNU_SOURCE
#include "CXML.h"
#include "Library.h"
#include "LibraryLoading.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *const library_name = "libxml2.so.2";

struct cx_functions cx_lib;
static char load_error[512];
static int is_loaded;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Where each function goes in `struct cx_functions`.
#define ENTRY(name) { #name, offsetof(struct cx_functions, name) }

static const struct cs_function entries[] = {
    ENTRY(xmlInitParser), ENTRY(xmlNewParserCtxt), ENTRY(xmlFreeParserCtxt),
    ENTRY(xmlCtxtReadMemory), ENTRY(htmlNewParserCtxt), ENTRY(htmlFreeParserCtxt),
    ENTRY(htmlCtxtReadMemory), ENTRY(xmlFreeDoc), ENTRY(xmlSetStructuredErrorFunc),
    ENTRY(xmlSetGenericErrorFunc), ENTRY(xmlSAX2EntityDecl), ENTRY(xmlXPathNewContext), ENTRY(xmlXPathFreeContext),
    ENTRY(xmlXPathCtxtCompile), ENTRY(xmlXPathFreeCompExpr), ENTRY(xmlXPathCompiledEval),
    ENTRY(xmlXPathFreeObject), ENTRY(xmlXPathCastToString), ENTRY(xmlXPathCastNodeToString),
    ENTRY(xmlXPathRegisterNs), ENTRY(xmlXPathNsLookup), ENTRY(xmlXPathNodeSetSort), ENTRY(xmlBufferCreate),
    ENTRY(xmlBufferFree), ENTRY(xmlBufferEmpty), ENTRY(htmlNodeDump), ENTRY(xmlFree),
};

static const struct cs_library wanted = {
    .title = "libxml2",
    .hint = "; XPath needs the package libxml2",
    .functions = entries,
    .count = sizeof(entries) / sizeof(entries[0]),
};

static void load(void)
{
    void *library =
        cs_open_library(library_name, &wanted, &cx_lib, load_error, sizeof(load_error));
    if (library == NULL) return;
    cx_lib.xmlInitParser();
    is_loaded = 1;
}

int cx_load(void)
{
    pthread_once(&load_once, load);
    return is_loaded;
}

const char *cx_load_error(void)
{
    return cx_load() ? NULL : load_error;
}
