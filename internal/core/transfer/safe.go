package transfer

import (
	"strings"
)

// dangerous begins a cell that spreadsheets run as a formula.
const dangerous = "=+-@\t\r"

// Neutral returns a cell that no spreadsheet runs: an apostrophe is put before
// what would begin a formula, and before what would look like our apostrophe.
// Plain is its exact inverse.
func Neutral(cell string) string {
	if isFormula(strings.TrimLeft(cell, "'")) {
		return "'" + cell
	}
	return cell
}

// Plain takes away the apostrophe that Neutral put before a cell, or another
// careful program did.
func Plain(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && isFormula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return cell
}

func isFormula(cell string) bool {
	return cell != "" && strings.IndexByte(dangerous, cell[0]) >= 0
}

// appendCSV adds a row as RFC 4180 writes it, each cell neutral.
func appendCSV(out []byte, row []string) []byte {
	for i, cell := range row {
		if i > 0 {
			out = append(out, ',')
		}
		cell = Neutral(cell)
		if !strings.ContainsAny(cell, ",\"\r\n;\t") && strings.TrimSpace(cell) == cell {
			out = append(out, cell...)
			continue
		}
		out = append(out, '"')
		out = append(out, strings.ReplaceAll(cell, `"`, `""`)...)
		out = append(out, '"')
	}
	return append(out, '\r', '\n')
}
