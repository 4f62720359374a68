// SPDX-License-Identifier: MIT
// The manual page, set in troff's man macros from the same tables as `tengen help`.
#include "cli/help.h"

#include "tengen.h"

#include <ctype.h>

// A backslash is troff's escape, a dash would become a hyphen that cannot be copied into a shell,
// and a line that begins with . or ' would be a request.
static void man_text(Text *out, const char *text) {
    bool line_start = out->length == 0 || out->chars[out->length - 1] == '\n';
    for (const char *c = text; *c; c++) {
        if (line_start && (*c == '.' || *c == '\''))
            text_add(out, "\\&");
        if (*c == '\\')
            text_add(out, "\\e");
        else if (*c == '-')
            text_add(out, "\\-");
        else
            text_add_char(out, *c);
        line_start = *c == '\n';
    }
}

static void man_line(Text *out, const char *request, const char *text) {
    text_addf(out, "%s ", request);
    man_text(out, text);
    text_add_char(out, '\n');
}

static void man_heading(Text *out, const char *word) {
    text_add(out, ".SH ");
    for (; *word; word++)
        text_add_char(out, (char)toupper((unsigned char)*word));
    text_add_char(out, '\n');
}

// Kept as it stands, line by line.
static void man_block(Text *out, const char *text) {
    text_add(out, ".PP\n.nf\n");
    man_text(out, text);
    text_add(out, text_ends(text, "\n") ? ".fi\n" : "\n.fi\n");
}

static void man_options(Text *out, const Option *table) {
    for (const Option *option = table; option->name; option++) {
        Text name = {0};
        options_name(option, &name);
        text_add(out, ".TP\n");
        man_line(out, ".B", text_chars(&name));
        man_text(out, option->help);
        text_add_char(out, '\n');
        text_free(&name);
    }
}

static void man_command(Text *out, const Command *command) {
    Text usage = {0};
    text_addf(&usage, "tengen %s %s", command->name, command->usage);
    man_line(out, ".SS", text_chars(&usage));
    text_free(&usage);
    man_text(out, command->summary);
    text_add_char(out, '\n');
    if (command->details)
        man_block(out, command->details);
    if (command->options)
        man_options(out, command->options);
    Option common[COMMON_ROWS_MAX + 1] = {{0}};
    common_rows(command->common, common);
    Text names = {0};
    for (const Option *option = common; option->name; option++)
        text_addf(&names, "%s--%s", names.length ? ", " : "Common options: ", option->name);
    text_add(&names, ".\n");
    text_add(out, ".PP\n");
    man_text(out, text_chars(&names));
    text_free(&names);
}

// What means the same everywhere is explained once.
static void man_common(Text *out) {
    Option common[COMMON_ROWS_MAX + 1] = {{0}};
    common_rows(~0u, common);
    man_heading(out, "common options");
    man_options(out, common);
}

void man_page(const Registry *registry, Text *out) {
    text_addf(out, ".TH TENGEN 1 \"\" \"tengen %s\" \"Games\"\n", TENGEN_VERSION);
    man_heading(out, "name");
    man_text(out, "tengen");
    text_add(out, " \\- Gomoku, Renju and Hex\n");
    man_heading(out, "synopsis");
    for (const Command *const *row = command_table; *row; row++) {
        text_addf(out, ".B tengen %s\n", (*row)->name);
        man_text(out, (*row)->usage);
        text_add(out, *(*row)->usage ? " [OPTION...]\n.br\n" : "[OPTION...]\n.br\n");
    }
    man_heading(out, "description");
    man_text(out, help_intro);
    man_heading(out, "commands");
    for (const Command *const *row = command_table; *row; row++)
        man_command(out, *row);
    man_common(out);
    for (const Topic *topic = help_topics; topic->name; topic++) {
        man_heading(out, topic->name);
        Text text = {0};
        topic->write(registry, &text);
        man_block(out, text_chars(&text));
        text_free(&text);
    }
}
