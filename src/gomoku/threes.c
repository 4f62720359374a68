// SPDX-License-Identifier: MIT
#include "gomoku/threes.h"

#include "base/memory.h"
#include "game/zobrist.h"
#include "gomoku/replies.h"
#include "gomoku/tunables.h"
#include "search/proofs.h"

#include <stdlib.h>
#include <string.h>

enum {
    PILE = 1 << 16,  // children of all positions on the way, at most
    SLACK_SHARE = 8, // a child may outgrow its best sibling by one part in so many
};

static const uint64_t WHITE_ATTACKS = 0x6a09e667f3bcc909u;

typedef struct ThreesChild {
    uint32_t proof, disproof;
    Move move;
    int16_t plies;
} ThreesChild;

struct Threes {
    Proofs *proofs;
    VcfCache *vcf_cache;
    ThreesChild *pile;
    int count;
    FourLine line; // of the four-searches on the way
    // of one search
    Field *field;
    Effort *effort;
    uint64_t last_node;
    Side attacker;
    Move last;   // the attacker's, on the way to the position at hand
    bool unsure; // something was given up because of a limit
};

Threes *threes_new(Memory *memory, size_t bytes, VcfCache *vcf_cache) {
    Threes *threes = mem_new(sizeof *threes);
    threes->proofs = proofs_new(memory, bytes);
    threes->vcf_cache = vcf_cache;
    threes->pile = mem_new_array(PILE, sizeof *threes->pile);
    return threes;
}

void threes_free(Threes *threes) {
    if (threes) {
        proofs_free(threes->proofs);
        free(threes->pile);
    }
    free(threes);
}

void threes_clear(Threes *threes) {
    proofs_clear(threes->proofs);
}

// --- keys, nodes, fours ---

static uint64_t key_here(const Threes *threes) {
    return threes->field->board.key ^ (threes->attacker == SIDE_WHITE ? WHITE_ATTACKS : 0);
}

static uint64_t key_after(const Threes *threes, Move move) {
    return key_here(threes) ^ zobrist_stone(field_to_move(threes->field), move) ^
           zobrist_white_to_move();
}

static bool out_of_nodes(const Threes *threes) {
    return threes->effort->over || effort_nodes(threes->effort) >= threes->last_node;
}

static Fours fours_here(const Threes *threes, int nodes) {
    Fours fours = fours_of(threes->field, threes->effort, threes->vcf_cache, (uint64_t)nodes);
    if (fours.last_node > threes->last_node)
        fours.last_node = threes->last_node;
    return fours;
}

static FoursVerdict search_fours(Threes *threes, int nodes) {
    if (!fours_exist(threes->field, field_to_move(threes->field)))
        return FOURS_NONE;
    Fours fours = fours_here(threes, nodes);
    return fours_search(&fours, FOURS_ANY, &threes->line);
}

// --- the moves of a position ---

static void won(Proof *proof, Move move, int plies) {
    proof->proof = 0;
    proof->disproof = PROOF_NEVER;
    proof->move = move;
    proof->plies = (int16_t)plies;
}

static void held(Proof *proof) {
    proof->proof = PROOF_NEVER;
    proof->disproof = 0;
}

// What is known of the position after this move, else what is expected of it.
static bool add_child(Threes *threes, Move move, uint32_t proof, uint32_t disproof) {
    if (threes->count == PILE) {
        threes->unsure = true;
        return false;
    }
    Proof known;
    ThreesChild *child = &threes->pile[threes->count++];
    *child = (ThreesChild){.proof = proof, .disproof = disproof, .move = move};
    if (proofs_get(threes->proofs, key_after(threes, move), &known)) {
        child->proof = known.proof;
        child->disproof = known.disproof;
        child->plies = known.plies;
    }
    return true;
}

// An attack goes on where it began: a stone that does not work together with the last one could
// as well have been played before it, or after what follows.
static int proof_elsewhere(const Threes *threes, Move move) {
    if (threes->last == MOVE_NONE)
        return 0;
    int dx = abs(move_x(move) - move_x(threes->last));
    int dy = abs(move_y(move) - move_y(threes->last));
    bool in_line = dx == 0 || dy == 0 || dx == dy;
    return in_line && dx < FIVE && dy < FIVE ? 0 : THREES_ELSEWHERE_PROOF;
}

static void add_attack(Threes *threes, Move move, int proof) {
    if (field_allowed(threes->field, move))
        add_child(threes, move, (uint32_t)(proof + proof_elsewhere(threes, move)), 1);
}

static void add_attacks(Threes *threes, const CellSet *cells, int proof) {
    CELLSET_EACH (cell, cells)
        add_attack(threes, cell, proof);
}

static void add_kinds(Threes *threes, const CellSet *among, Kind from, Kind to, int proof) {
    for (Kind kind = to; kind >= from; kind--) {
        if (!field_count(threes->field, threes->attacker, kind))
            continue;
        CellSet cells = *field_cells(threes->field, threes->attacker, kind);
        cellset_keep(&cells, among);
        add_attacks(threes, &cells, proof);
    }
}

// Moves that make one line better than it was: a win by fours may follow.
static void add_quiet(Threes *threes, const CellSet *among) {
    CellSet cells = *among;
    cellset_keep(&cells, &threes->field->near);
    CELLSET_EACH (cell, &cells) {
        Kind kind = field_kind(threes->field, threes->attacker, cell);
        if (kind == KIND_TWO || kind == KIND_TWOS)
            add_attack(threes, cell, THREES_QUIET_PROOF);
    }
}

// The attacker is to move. False when it is decided, and *proof says how.
static bool list_attacks(Threes *threes, bool first_visit, Proof *proof) {
    const Field *field = threes->field;
    Side defender = side_other(threes->attacker);
    Move five = field_five(field, threes->attacker);
    int before = threes->count;
    if (five != MOVE_NONE) {
        won(proof, five, 1);
        return false;
    }
    if (field_five(field, defender) != MOVE_NONE) {
        CellSet defences;
        field_five_defences(field, &defences);
        CELLSET_EACH (cell, &defences)
            add_child(threes, cell, 1, 1);
    } else {
        if (first_visit) {
            FoursVerdict verdict = search_fours(threes, THREES_LEAF_FOURS);
            if (verdict == FOURS_WIN) {
                won(proof, threes->line.moves[0], threes->line.length);
                return false;
            }
        }
        CellSet fours = {{0}}, useful = field->empty;
        field_add_fours(field, threes->attacker, &fours);
        if (field_open_four(field, defender) != MOVE_NONE)
            field_open_four_defences(field, &useful);
        add_attacks(threes, &fours, THREES_FOUR_PROOF);
        add_kinds(threes, &useful, KIND_THREE, KIND_THREES, THREES_THREE_PROOF);
        add_kinds(threes, &useful, KIND_MAYBE_THREE, KIND_MAYBE_THREE, THREES_THREE_PROOF);
        add_quiet(threes, &useful);
    }
    if (threes->count == before)
        held(proof);
    return threes->count > before;
}

// The defender is to move.
static bool list_replies(Threes *threes, bool first_visit, Proof *proof, int *others) {
    const Field *field = threes->field;
    if (field_five(field, field_to_move(field)) != MOVE_NONE) {
        held(proof);
        return false;
    }
    bool four = field_five(field, threes->attacker) != MOVE_NONE;
    if (first_visit && !four && search_fours(threes, THREES_COUNTER_FOURS) == FOURS_WIN) {
        held(proof);
        return false;
    }
    Fours fours = fours_here(threes, THREES_THREAT_FOURS);
    Replies replies;
    Threat threat = replies_find(&fours, &threes->line, &replies);
    if (threat != THREAT_ANSWERABLE) {
        threes->unsure |= threat == THREAT_UNKNOWN;
        if (threat == THREAT_WINS)
            won(proof, MOVE_NONE, replies.plies);
        else
            held(proof);
        return false;
    }
    *others = replies.plies;
    CELLSET_EACH (cell, &replies.cells)
        if (!add_child(threes, cell, 1, 1)) {
            held(proof);
            return false;
        }
    return true;
}

// --- the search ---

typedef struct ThreesChoice {
    ThreesChild *best;
    uint32_t second; // the number of the next best, by which the best was chosen
} ThreesChoice;

static uint32_t add_up(uint32_t sum, uint32_t more) {
    return sum + more > PROOF_NEVER ? PROOF_NEVER : sum + more;
}

// The attacker needs one child proven, the defender one disproven; the opposite needs them all,
// and is a sum. The attacker's moves lead to the same positions by many ways, and a sum would count
// these over and over: there the largest stands for all, and the others count one each.
static ThreesChoice sum_up(Threes *threes, int first, bool attacks, int others, Proof *proof) {
    ThreesChoice choice = {NULL, PROOF_NEVER};
    uint32_t least = PROOF_NEVER, sum = 0, largest = 0, open = 0;
    int plies = attacks ? 0 : others - 1;
    for (ThreesChild *child = threes->pile + first; child < threes->pile + threes->count; child++) {
        uint32_t chosen = attacks ? child->proof : child->disproof;
        uint32_t summed = attacks ? child->disproof : child->proof;
        sum = add_up(sum, summed);
        largest = summed > largest ? summed : largest;
        open += summed != 0;
        if (!choice.best || chosen < least) {
            choice.second = choice.best ? least : PROOF_NEVER;
            least = chosen;
            choice.best = child;
        } else if (chosen < choice.second) {
            choice.second = chosen;
        }
        if (!attacks && child->plies > plies)
            plies = child->plies;
    }
    if (attacks)
        sum = open ? add_up(largest, open - 1) : 0;
    proof->proof = attacks ? least : sum;
    proof->disproof = attacks ? sum : least;
    if (!proof->proof) {
        proof->move = attacks ? choice.best->move : (Move)MOVE_NONE;
        proof->plies = (int16_t)(1 + (attacks ? choice.best->plies : plies));
    }
    return choice;
}

static uint32_t least_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static Proof visit(Threes *threes, uint32_t proof_limit, uint32_t disproof_limit);

// Goes on below the best child until another looks better, or this position is done with.
static void go_below(Threes *threes, bool attacks, ThreesChoice choice, const Proof *here,
                     uint32_t proof_limit, uint32_t disproof_limit) {
    ThreesChild *child = choice.best;
    uint32_t next = add_up(choice.second, 1 + choice.second / SLACK_SHARE);
    uint32_t proof = attacks ? least_of(proof_limit, next)
                             : least_of(PROOF_NEVER, proof_limit - here->proof + child->proof);
    uint32_t disproof =
        attacks ? least_of(PROOF_NEVER, disproof_limit - here->disproof + child->disproof)
                : least_of(disproof_limit, next);
    Move last = threes->last;
    threes->last = attacks ? child->move : last;
    field_play(threes->field, child->move);
    Proof found = visit(threes, proof, disproof);
    field_undo(threes->field, child->move);
    threes->last = last;
    child->proof = found.proof;
    child->disproof = found.disproof;
    child->plies = found.plies;
}

static Proof visit(Threes *threes, uint32_t proof_limit, uint32_t disproof_limit) {
    uint64_t key = key_here(threes), begun = effort_nodes(threes->effort);
    bool attacks = field_to_move(threes->field) == threes->attacker;
    int first = threes->count, others = 0;
    Proof here = {.proof = 1, .disproof = 1};
    bool known = proofs_get(threes->proofs, key, &here);
    bool open = attacks ? list_attacks(threes, !known, &here)
                        : list_replies(threes, !known, &here, &others);
    while (open) {
        ThreesChoice choice = sum_up(threes, first, attacks, others, &here);
        if (here.proof >= proof_limit || here.disproof >= disproof_limit || !here.proof ||
            !here.disproof || out_of_nodes(threes) || !effort_spend(threes->effort))
            break;
        go_below(threes, attacks, choice, &here, proof_limit, disproof_limit);
    }
    threes->count = first;
    // Out of nodes the numbers are still usable, but a disproof is not.
    if (out_of_nodes(threes) && !here.disproof) {
        here.disproof = 1;
        here.proof = 1;
    }
    uint64_t work = here.work + effort_nodes(threes->effort) - begun;
    here.work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
    proofs_put(threes->proofs, key, &here);
    return here;
}

// --- from outside ---

// Some move that is not among the replies, in the way if that is allowed.
static Move vain_reply(const Field *field) {
    Side attacker = side_other(field_to_move(field));
    Move five = field_five(field, attacker), four = field_open_four(field, attacker);
    if (five != MOVE_NONE && field_allowed(field, five))
        return five;
    return field_some_move(field, four);
}

// Of the replies, the one that holds out longest; it is known to lose.
static Move longest_reply(Threes *threes) {
    Proof proof = {.plies = 0};
    int first = threes->count, others = 0, most = 0;
    Move reply = MOVE_NONE;
    if (list_replies(threes, false, &proof, &others))
        for (int i = first; i < threes->count; i++)
            if (threes->pile[i].plies > most) {
                most = threes->pile[i].plies;
                reply = threes->pile[i].move;
            }
    threes->count = first;
    return most + 1 < others || reply == MOVE_NONE ? vain_reply(threes->field) : reply;
}

// The next move of a proven line, MOVE_NONE where the proofs end.
static Move next_move(Threes *threes) {
    Proof here, below;
    if (!proofs_get(threes->proofs, key_here(threes), &here) || here.proof)
        return MOVE_NONE;
    if (field_to_move(threes->field) != threes->attacker)
        return longest_reply(threes);
    return proofs_get(threes->proofs, key_after(threes, here.move), &below) && !below.proof
               ? here.move
               : (Move)MOVE_NONE;
}

// Follows the proofs and ends with a line of fours.
static void write_line(Threes *threes, FourLine *line) {
    Field *field = threes->field;
    int played = 0;
    threes->last_node = UINT64_MAX;
    for (Move move; (move = next_move(threes)) != MOVE_NONE; played++) {
        line->moves[played] = move;
        field_play(field, move);
    }
    line->length = played;
    if (field_to_move(field) == threes->attacker &&
        search_fours(threes, THREES_LINE_FOURS) == FOURS_WIN) {
        size_t size = (size_t)threes->line.length * sizeof *line->moves;
        memcpy(line->moves + played, threes->line.moves, size);
        line->length += threes->line.length;
    }
    while (played--)
        field_undo(field, line->moves[played]);
}

FoursVerdict threes_search(Threes *threes, Field *field, Effort *effort, uint64_t nodes,
                           FourLine *line) {
    threes->field = field;
    threes->effort = effort;
    threes->last_node = effort_nodes(effort) + nodes;
    threes->attacker = field_to_move(field);
    threes->last = MOVE_NONE;
    threes->unsure = false;
    threes->count = 0;
    Proof root = visit(threes, PROOF_NEVER, PROOF_NEVER);
    if (!root.proof) {
        write_line(threes, line);
        return FOURS_WIN;
    }
    return root.disproof || threes->unsure ? FOURS_UNKNOWN : FOURS_NONE;
}
