#define _GNU_SOURCE
#include "CXML.h"
#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *const library_name = "libxml2.so.2";

struct cx_functions cx_lib;
static char load_error[512];
static int is_loaded;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Where each function goes in `struct cx_functions`; POSIX lets `dlsym` fill function pointers.
#define ENTRY(name) { #name, offsetof(struct cx_functions, name) }

static const struct {
    const char *name;
    size_t offset;
} entries[] = {
    ENTRY(xmlInitParser), ENTRY(xmlNewParserCtxt), ENTRY(xmlFreeParserCtxt),
    ENTRY(xmlCtxtReadMemory), ENTRY(htmlNewParserCtxt), ENTRY(htmlFreeParserCtxt),
    ENTRY(htmlCtxtReadMemory), ENTRY(xmlFreeDoc), ENTRY(xmlSetStructuredErrorFunc),
    ENTRY(xmlSetGenericErrorFunc), ENTRY(xmlSAX2EntityDecl), ENTRY(xmlXPathNewContext), ENTRY(xmlXPathFreeContext),
    ENTRY(xmlXPathCtxtCompile), ENTRY(xmlXPathFreeCompExpr), ENTRY(xmlXPathCompiledEval),
    ENTRY(xmlXPathFreeObject), ENTRY(xmlXPathCastToString), ENTRY(xmlXPathCastNodeToString),
    ENTRY(xmlXPathRegisterNs), ENTRY(xmlXPathNsLookup), ENTRY(xmlXPathNodeSetSort), ENTRY(xmlBufferCreate),
    ENTRY(xmlBufferFree), ENTRY(xmlBufferEmpty), ENTRY(htmlNodeDump), ENTRY(xmlFree),
};

/// Opens `name` and fills `found`; returns the library, or NULL with the reason in `message`.
static void *open_library(const char *name, struct cx_functions *found, char *message, size_t size)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        snprintf(
            message, size, "libxml2 cannot be opened: %s; XPath needs the package libxml2",
            reason ? reason : name);
        return NULL;
    }
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
        void *function = dlsym(library, entries[i].name);
        if (function == NULL) {
            snprintf(message, size, "%s has no function %s", name, entries[i].name);
            dlclose(library);
            return NULL;
        }
        memcpy((char *)found + entries[i].offset, &function, sizeof(function));
    }
    return library;
}

static void load(void)
{
    if (open_library(library_name, &cx_lib, load_error, sizeof(load_error)) == NULL) return;
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

int cx_probe(const char *name, char *message, size_t size)
{
    struct cx_functions found;
    void *library = open_library(name, &found, message, size);
    if (library == NULL) return 0;
    dlclose(library);
    return 1;
}
