// SPDX-License-Identifier: MIT
// `tengen match report DIR`: a match as a page.
#ifndef CLI_MATCH_REPORT_H
#define CLI_MATCH_REPORT_H

#include "cli/command.h"

// Runs a match that was given words: they must be "report" and a folder. Writes the page to `out`,
// or to DIR/report.html when that is NULL; returns an exit code.
int match_report_run(const Call *call, const char *out);

#endif
