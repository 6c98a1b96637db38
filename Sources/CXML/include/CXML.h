/// XPath over XML and HTML by libxml2, opened at first use.
///
/// Nothing here is linked against libxml2, which brings ICU along: `cx_load` opens it once and finds
/// its functions, and every other function below needs a `cx_load` that returned 1.
#ifndef CXML_H
#define CXML_H

#include <stddef.h>

/// Opens libxml2; later calls return what the first one found. Any thread.
///
/// Returns 1 when it can be used, else 0, and `cx_load_error` says why.
int cx_load(void);

/// Why `cx_load` returned 0, as text that lives for ever; NULL when it did not.
const char *_Nullable cx_load_error(void);

/// The first problem of a call.
typedef struct cx_problem {
    /// The line, from 1; 0 when there is no problem.
    int line;
    /// For a document the column in bytes, from 1; for an expression the byte after which it stands.
    int column;
    /// What is wrong, in libxml2's words.
    char message[256];
} cx_problem;

/// A parsed document. One thread at a time.
typedef struct cx_document cx_document;

/// Parses UTF-8 text, whatever charset it declares.
///
/// Nothing is loaded from outside. Of the entities that an XML document declares, those whose text is
/// short and has no references and no markup are known; the others stay unknown, so that nothing grows.
///
/// Returns NULL when nothing can be made of it; `problem` then says why. It may be set otherwise, too:
/// the part before it was understood.
cx_document *_Nullable cx_parse(
    const char *_Nonnull bytes, size_t count, int is_html, cx_problem *_Nonnull problem);
void cx_free(cx_document *_Nonnull document);

/// What an expression can give.
enum cx_kind {
    CX_ELEMENT,
    CX_ATTRIBUTE,
    /// Text of an element, or a CDATA section.
    CX_TEXT,
    CX_COMMENT,
    CX_INSTRUCTION,
    CX_NAMESPACE,
    /// The document itself.
    CX_DOCUMENT,
    /// What is no node.
    CX_STRING,
    CX_NUMBER,
    CX_BOOLEAN,
};

/// One node or value that an expression gave; the pointers are valid during the call only.
typedef struct cx_match {
    enum cx_kind kind;
    /// The number of the element in document order, from 0; for an attribute that of its element; else
    /// that of the element around it, -1 for none.
    long element;
    /// The name with its prefix; NULL where there is none.
    const char *_Nullable name;
    /// The string value.
    const char *_Nonnull text;
    size_t text_count;
    /// The node written anew, for an HTML element; NULL else.
    const char *_Nullable markup;
    size_t markup_count;
    /// The line of the node, from 1; 0 when not known.
    long line;
} cx_match;

/// Takes each match; returns 0 to stop.
typedef int (*cx_match_function)(void *_Nullable context, const cx_match *_Nonnull match);

/// Ends an evaluation from another thread: set it to 1.
typedef struct cx_stop cx_stop;
cx_stop *_Nullable cx_stop_new(void);
void cx_stop_free(cx_stop *_Nonnull stop);
void cx_stop_now(cx_stop *_Nonnull stop);

/// Evaluates `expression` at the document's root.
///
/// The prefixes that the document declares first are known, and `_` stands for the first namespace that
/// is a default.
///
/// Returns 1, or 0 with the problem.
int cx_evaluate(
    cx_document *_Nonnull document, const char *_Nonnull expression, cx_stop *_Nullable stop,
    cx_match_function _Nonnull found, void *_Nullable context, cx_problem *_Nonnull problem);

/// Whether `expression` is well-formed; else the problem is set.
int cx_is_expression(const char *_Nonnull expression, cx_problem *_Nonnull problem);

/// The first namespace that is a default in the document; NULL when there is none.
const char *_Nullable cx_default_namespace(const cx_document *_Nonnull document);

#endif
