// Package csvsafe writes CSV that no spreadsheet runs as formulas, whatever
// delimiter the spreadsheet splits cells at.
package csvsafe

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The patterns are in RE2 syntax. A spreadsheet that splits cells at another
// delimiter than the comma does not honor the quotes around a cell either,
// hence ["'].
const (
	formulaPattern    = `(\A|[;\t\r\n])(["']*[=+\-@＝＋－＠])`
	whitespacePattern = `\A(["']*[\t\r\n])`
)

var (
	formula           = regexp.MustCompile(formulaPattern)
	whitespace        = regexp.MustCompile(whitespacePattern)
	neutralFormula    = regexp.MustCompile(`(\A|[;\t\r\n])'(["']*[=+\-@＝＋－＠])`)
	neutralWhitespace = regexp.MustCompile(`\A'(["']*[\t\r\n])`)
)

// Step is one substitution of Neutralize. Pattern is in RE2 syntax and applies
// to all matches; Replacement refers to groups as \1, the way SQL engines do.
type Step struct{ Pattern, Replacement string }

// Steps returns the substitutions of Neutralize in order, for engines that
// write CSV themselves.
func Steps() []Step {
	return []Step{{formulaPattern, `\1'\2`}, {whitespacePattern, `'\1`}}
}

// suspicious reports whether a substitution may apply to a cell: all apply to its start, or
// behind a delimiter within it. Most cells need none, and searching for a pattern is slow.
func suspicious(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return strings.ContainsRune(`"'=+-@＝＋－＠`, first) || strings.ContainsAny(cell, ";\t\r\n")
}

// Neutralize returns the cell with an apostrophe before everything that a
// spreadsheet would run: a formula at the start of the cell or after a
// semicolon, tab or line break within it. A comma within a cell is safe, because
// AppendRow quotes the cell. Restore is its exact inverse.
func Neutralize(cell string) string {
	if !suspicious(cell) {
		return cell
	}
	return whitespace.ReplaceAllString(formula.ReplaceAllString(cell, "${1}'${2}"), "'${1}")
}

// Restore removes the apostrophes that Neutralize, or another program with the
// same rule, put into a cell.
func Restore(cell string) string {
	if !suspicious(cell) {
		return cell
	}
	cell = neutralWhitespace.ReplaceAllString(cell, "$1")
	return neutralFormula.ReplaceAllString(cell, "$1$2")
}

// ByteOrderMark begins a file. Spreadsheets read a file without it in the encoding of
// the system, which breaks all other letters than English ones.
const ByteOrderMark = "\ufeff"

// LineEnd ends a row.
const LineEnd = "\r\n"

// NewFile returns the beginning of a file: the byte order mark and the header row.
func NewFile(header ...string) []byte { return AppendRow([]byte(ByteOrderMark), header) }

// AppendRow appends a row as RFC 4180 writes it, each cell neutralized. Cells
// that hold a delimiter of any dialect are quoted.
func AppendRow(out []byte, row []string) []byte {
	for i, cell := range row {
		if i > 0 {
			out = append(out, ',')
		}
		cell = Neutralize(cell)
		if !strings.ContainsAny(cell, ",\"\r\n;\t") && strings.TrimSpace(cell) == cell {
			out = append(out, cell...)
			continue
		}
		out = append(out, '"')
		out = append(out, strings.ReplaceAll(cell, `"`, `""`)...)
		out = append(out, '"')
	}
	return append(out, LineEnd...)
}
