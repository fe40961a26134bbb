package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// printRows writes a table with a header to a terminal, and values that are separated by tabs to anything else.
func printRows(w io.Writer, header []string, values [][]string) error {
	for _, row := range values {
		for i := range row {
			row[i] = strings.Map(withoutControl, row[i])
		}
	}
	if isTerminal(w) {
		for _, row := range values {
			for i := range row {
				row[i] = shortened(row[i])
			}
		}
		return table(w, append([][]string{header}, values...))
	}
	for _, row := range values {
		if _, err := fmt.Fprintln(w, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	return nil
}

// withoutControl replaces the characters that separate rows and columns, or that control a terminal.
func withoutControl(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// shortened returns at most the first 60 characters of a cell.
func shortened(cell string) string {
	const most = 60
	if runes := []rune(cell); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return cell
}

// progress is a bar on a terminal: nothing if the stream is another file or there are few steps.
type progress struct {
	w     io.Writer
	total int
}

func newProgress(w io.Writer, total int) *progress {
	const few = 10
	if !isTerminal(w) || total <= few {
		w = io.Discard
	}
	return &progress{w: w, total: total}
}

// show draws the bar after a number of steps.
func (p *progress) show(done int) {
	const width = 30
	filled := width * done / p.total
	fmt.Fprintf(p.w, "\r[%s%s] %d of %d", strings.Repeat("#", filled), strings.Repeat(" ", width-filled), done, p.total)
}

// clear removes the bar, so that other output follows.
func (p *progress) clear() { fmt.Fprint(p.w, "\r\033[K") }
