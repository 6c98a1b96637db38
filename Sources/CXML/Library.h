/// What the files of this target share and nobody else sees: the functions of libxml2 that are used.
#ifndef CXML_LIBRARY_H
#define CXML_LIBRARY_H

#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

struct cx_functions {
    void (*xmlInitParser)(void);
    xmlParserCtxtPtr (*xmlNewParserCtxt)(void);
    void (*xmlFreeParserCtxt)(xmlParserCtxtPtr);
    xmlDocPtr (*xmlCtxtReadMemory)(
        xmlParserCtxtPtr, const char *, int, const char *, const char *, int);
    htmlParserCtxtPtr (*htmlNewParserCtxt)(void);
    void (*htmlFreeParserCtxt)(htmlParserCtxtPtr);
    htmlDocPtr (*htmlCtxtReadMemory)(
        htmlParserCtxtPtr, const char *, int, const char *, const char *, int);
    void (*xmlFreeDoc)(xmlDocPtr);
    void (*xmlSetStructuredErrorFunc)(void *, xmlStructuredErrorFunc);
    void (*xmlSetGenericErrorFunc)(void *, xmlGenericErrorFunc);
    void (*xmlSAX2EntityDecl)(
        void *, const xmlChar *, int, const xmlChar *, const xmlChar *, xmlChar *);
    xmlXPathContextPtr (*xmlXPathNewContext)(xmlDocPtr);
    void (*xmlXPathFreeContext)(xmlXPathContextPtr);
    xmlXPathCompExprPtr (*xmlXPathCtxtCompile)(xmlXPathContextPtr, const xmlChar *);
    void (*xmlXPathFreeCompExpr)(xmlXPathCompExprPtr);
    xmlXPathObjectPtr (*xmlXPathCompiledEval)(xmlXPathCompExprPtr, xmlXPathContextPtr);
    void (*xmlXPathFreeObject)(xmlXPathObjectPtr);
    xmlChar *(*xmlXPathCastToString)(xmlXPathObjectPtr);
    xmlChar *(*xmlXPathCastNodeToString)(xmlNodePtr);
    int (*xmlXPathRegisterNs)(xmlXPathContextPtr, const xmlChar *, const xmlChar *);
    const xmlChar *(*xmlXPathNsLookup)(xmlXPathContextPtr, const xmlChar *);
    void (*xmlXPathNodeSetSort)(xmlNodeSetPtr);
    xmlBufferPtr (*xmlBufferCreate)(void);
    void (*xmlBufferFree)(xmlBufferPtr);
    void (*xmlBufferEmpty)(xmlBufferPtr);
    int (*htmlNodeDump)(xmlBufferPtr, xmlDocPtr, xmlNodePtr);
    /// Not a function of the library, but its variable that holds one.
    xmlFreeFunc *xmlFree;
};

/// Filled by `cx_load`.
extern struct cx_functions cx_lib;

#endif
