#include "CXML.h"
#include "Library.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cx_document {
    xmlDocPtr tree;
    int is_html;
};

/// How much text an entity of a document may stand for.
enum { longest_entity = 256 };

// MARK: Problems

/// Keeps the first error in a `cx_problem`. Warnings are none, nor is a wrong use of namespaces: the
/// document is well-formed all the same.
static void keep_problem(void *context, xmlErrorPtr error)
{
    cx_problem *problem = context;
    if (problem->line != 0 || error->level < XML_ERR_ERROR) return;
    if (error->domain == XML_FROM_NAMESPACE) return;
    int is_expression = error->domain == XML_FROM_XPATH;
    problem->line = error->line > 0 ? error->line : 1;
    problem->column = is_expression ? error->int1 : error->int2;
    strncpy(problem->message, error->message ? error->message : "", sizeof(problem->message) - 1);
    size_t end = strlen(problem->message);
    while (end > 0 && (problem->message[end - 1] == '\n' || problem->message[end - 1] == ' '))
        problem->message[--end] = 0;
}

/// Takes texts that would go to the standard error output.
static void drop_text(void *context, const char *format, ...)
{
    (void)context;
    (void)format;
}

static void begin(cx_problem *problem)
{
    memset(problem, 0, sizeof(*problem));
    cx_lib.xmlSetGenericErrorFunc(NULL, drop_text);
    cx_lib.xmlSetStructuredErrorFunc(problem, (xmlStructuredErrorFunc)keep_problem);
}

static void end(void)
{
    cx_lib.xmlSetStructuredErrorFunc(NULL, NULL);
    cx_lib.xmlSetGenericErrorFunc(NULL, NULL);
}

// MARK: Documents

/// Lets the document declare entities that cannot grow, and no others.
static void declare_entity(
    void *context, const xmlChar *name, int type, const xmlChar *public_id,
    const xmlChar *system_id, xmlChar *content)
{
    if (type != XML_INTERNAL_GENERAL_ENTITY || content == NULL) return;
    size_t count = strlen((const char *)content);
    if (count > longest_entity || strpbrk((const char *)content, "&<") != NULL) return;
    cx_lib.xmlSAX2EntityDecl(context, name, type, public_id, system_id, content);
}

/// The next node in document order.
static xmlNodePtr next_node(xmlNodePtr node)
{
    if (node->children != NULL && node->type == XML_ELEMENT_NODE) return node->children;
    while (node != NULL && node->next == NULL) {
        node = node->parent;
        if (node == NULL || node->type != XML_ELEMENT_NODE) return NULL;
    }
    return node ? node->next : NULL;
}

/// Gives every element its number.
static void number_elements(xmlDocPtr tree)
{
    intptr_t number = 0;
    for (xmlNodePtr node = tree->children; node != NULL; node = next_node(node)) {
        if (node->type == XML_ELEMENT_NODE) node->_private = (void *)number++;
    }
}

cx_document *cx_parse(const char *bytes, size_t count, int is_html, cx_problem *problem)
{
    begin(problem);
    xmlDocPtr tree = NULL;
    if (count > INT_MAX) {
        problem->line = 1;
        problem->column = 1;
        strncpy(problem->message, "longer than 2 GiB", sizeof(problem->message) - 1);
    } else if (is_html) {
        htmlParserCtxtPtr parser = cx_lib.htmlNewParserCtxt();
        if (parser != NULL) {
            tree = cx_lib.htmlCtxtReadMemory(
                parser, bytes, (int)count, NULL, "UTF-8",
                HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_COMPACT);
            cx_lib.htmlFreeParserCtxt(parser);
        }
    } else {
        xmlParserCtxtPtr parser = cx_lib.xmlNewParserCtxt();
        if (parser != NULL) {
            parser->sax->entityDecl = declare_entity;
            tree = cx_lib.xmlCtxtReadMemory(
                parser, bytes, (int)count, NULL, "UTF-8",
                XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_BIG_LINES);
            cx_lib.xmlFreeParserCtxt(parser);
        }
    }
    end();
    if (tree == NULL) return NULL;
    cx_document *document = calloc(1, sizeof(*document));
    if (document == NULL) {
        cx_lib.xmlFreeDoc(tree);
        return NULL;
    }
    document->tree = tree;
    document->is_html = is_html;
    number_elements(tree);
    return document;
}

void cx_free(cx_document *document)
{
    cx_lib.xmlFreeDoc(document->tree);
    free(document);
}

// MARK: Cancelling

struct cx_stop {
    atomic_int is_set;
    _Atomic(xmlXPathContextPtr) evaluation;
};

cx_stop *cx_stop_new(void)
{
    return calloc(1, sizeof(cx_stop));
}

void cx_stop_free(cx_stop *stop)
{
    free(stop);
}

void cx_stop_now(cx_stop *stop)
{
    atomic_store(&stop->is_set, 1);
    // The evaluation compares its count of steps with this limit before each one.
    xmlXPathContextPtr context = atomic_exchange(&stop->evaluation, NULL);
    if (context == NULL) return;
    context->opLimit = 1;
    atomic_store(&stop->evaluation, context);
}

/// Takes the evaluation back from `cx_stop_now`, waiting while it is being used.
static void forget_evaluation(cx_stop *stop, xmlXPathContextPtr context)
{
    xmlXPathContextPtr expected = context;
    while (!atomic_compare_exchange_weak(&stop->evaluation, &expected, NULL)) expected = context;
}

// MARK: Expressions

static enum cx_kind kind_of(const xmlNode *node)
{
    switch (node->type) {
    case XML_ELEMENT_NODE: return CX_ELEMENT;
    case XML_ATTRIBUTE_NODE: return CX_ATTRIBUTE;
    case XML_COMMENT_NODE: return CX_COMMENT;
    case XML_PI_NODE: return CX_INSTRUCTION;
    case XML_NAMESPACE_DECL: return CX_NAMESPACE;
    case XML_DOCUMENT_NODE:
    case XML_HTML_DOCUMENT_NODE: return CX_DOCUMENT;
    default: return CX_TEXT;
    }
}

/// Reports one node; returns what `found` does.
static int report_node(
    const cx_document *document, xmlNodePtr node, xmlBufferPtr buffer, cx_match_function found,
    void *context)
{
    cx_match match = {.kind = kind_of(node), .element = -1};
    char name[512];
    if (match.kind != CX_NAMESPACE && match.kind != CX_DOCUMENT) {
        const xmlNode *element = match.kind == CX_ELEMENT ? node : node->parent;
        if (element != NULL && element->type == XML_ELEMENT_NODE) {
            match.element = (long)(intptr_t)element->_private;
            match.line = element->line;
        }
    }
    if (match.kind == CX_ELEMENT || match.kind == CX_ATTRIBUTE) {
        const xmlNs *space = match.kind == CX_ELEMENT ? node->ns : ((xmlAttrPtr)node)->ns;
        if (space != NULL && space->prefix != NULL) {
            snprintf(name, sizeof(name), "%s:%s", space->prefix, node->name);
            match.name = name;
        } else {
            match.name = (const char *)node->name;
        }
    }
    xmlChar *text = cx_lib.xmlXPathCastNodeToString(node);
    match.text = text != NULL ? (const char *)text : "";
    match.text_count = strlen(match.text);
    if (document->is_html && match.kind == CX_ELEMENT && buffer != NULL) {
        cx_lib.xmlBufferEmpty(buffer);
        cx_lib.htmlNodeDump(buffer, document->tree, node);
        match.markup = (const char *)buffer->content;
        match.markup_count = buffer->use;
        while (match.markup_count > 0 && match.markup[match.markup_count - 1] == '\n')
            match.markup_count--;
    }
    int goes_on = found(context, &match);
    if (text != NULL) (*cx_lib.xmlFree)(text);
    return goes_on;
}

static void report_value(xmlXPathObjectPtr value, cx_match_function found, void *context)
{
    cx_match match = {.element = -1};
    match.kind = value->type == XPATH_BOOLEAN  ? CX_BOOLEAN
                 : value->type == XPATH_NUMBER ? CX_NUMBER
                                               : CX_STRING;
    xmlChar *text = cx_lib.xmlXPathCastToString(value);
    match.text = text != NULL ? (const char *)text : "";
    match.text_count = strlen(match.text);
    found(context, &match);
    if (text != NULL) (*cx_lib.xmlFree)(text);
}

/// Makes the prefixes known that elements of the document declare.
static void register_namespaces(const cx_document *document, xmlXPathContextPtr context)
{
    int left = 100;
    for (xmlNodePtr node = document->tree->children; node != NULL && left > 0;
         node = next_node(node)) {
        if (node->type != XML_ELEMENT_NODE) continue;
        for (xmlNsPtr space = node->nsDef; space != NULL && left > 0; space = space->next, left--) {
            const xmlChar *prefix = space->prefix ? space->prefix : BAD_CAST "_";
            // A prefix that was registered keeps its first meaning.
            if (space->href != NULL && cx_lib.xmlXPathNsLookup(context, prefix) == NULL)
                cx_lib.xmlXPathRegisterNs(context, prefix, space->href);
        }
    }
}

int cx_evaluate(
    cx_document *document, const char *expression, cx_stop *stop, cx_match_function found,
    void *user, cx_problem *problem)
{
    begin(problem);
    xmlXPathObjectPtr value = NULL;
    xmlXPathCompExprPtr program = NULL;
    xmlXPathContextPtr context = cx_lib.xmlXPathNewContext(document->tree);
    if (context != NULL) {
        register_namespaces(document, context);
        context->opLimit = ULONG_MAX;
        program = cx_lib.xmlXPathCtxtCompile(context, BAD_CAST expression);
    }
    if (program != NULL) {
        if (stop != NULL) atomic_store(&stop->evaluation, context);
        if (stop != NULL && atomic_load(&stop->is_set)) context->opLimit = 1;
        value = cx_lib.xmlXPathCompiledEval(program, context);
        if (stop != NULL) forget_evaluation(stop, context);
    }
    if (value != NULL && value->type == XPATH_NODESET) {
        xmlBufferPtr buffer = document->is_html ? cx_lib.xmlBufferCreate() : NULL;
        xmlNodeSetPtr nodes = value->nodesetval;
        if (nodes != NULL) {
            cx_lib.xmlXPathNodeSetSort(nodes);
            for (int i = 0; i < nodes->nodeNr; i++) {
                if (stop != NULL && atomic_load(&stop->is_set)) break;
                if (!report_node(document, nodes->nodeTab[i], buffer, found, user)) break;
            }
        }
        if (buffer != NULL) cx_lib.xmlBufferFree(buffer);
    } else if (value != NULL) {
        report_value(value, found, user);
    }
    if (value != NULL) cx_lib.xmlXPathFreeObject(value);
    if (program != NULL) cx_lib.xmlXPathFreeCompExpr(program);
    if (context != NULL) cx_lib.xmlXPathFreeContext(context);
    end();
    if (value == NULL && problem->line == 0) {
        problem->line = 1;
        strcpy(problem->message, "no value");
    }
    return value != NULL;
}

int cx_is_expression(const char *expression, cx_problem *problem)
{
    begin(problem);
    xmlXPathContextPtr context = cx_lib.xmlXPathNewContext(NULL);
    xmlXPathCompExprPtr program = NULL;
    if (context != NULL) program = cx_lib.xmlXPathCtxtCompile(context, BAD_CAST expression);
    if (program != NULL) cx_lib.xmlXPathFreeCompExpr(program);
    if (context != NULL) cx_lib.xmlXPathFreeContext(context);
    end();
    return program != NULL;
}

const char *cx_default_namespace(const cx_document *document)
{
    for (xmlNodePtr node = document->tree->children; node != NULL; node = next_node(node)) {
        if (node->type != XML_ELEMENT_NODE) continue;
        for (xmlNsPtr space = node->nsDef; space != NULL; space = space->next)
            if (space->prefix == NULL && space->href != NULL) return (const char *)space->href;
    }
    return NULL;
}
