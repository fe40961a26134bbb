package transfer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
)

// Bounds of a file. MaxBytes is of its text, also of a compressed file. MaxRow is of one
// row, in bytes; a destination alone may have 32,000 of them.
const (
	MaxBytes   = 1 << 30
	MaxRow     = 1 << 20
	MaxColumns = 200
)

// lines reads the rows of a CSV file (RFC 4180). Unlike encoding/csv, it reports
// the offset of each row and preserves carriage returns inside quotes. It accepts
// four delimiters, any line end, quotes inside an unquoted cell, and rows of
// unequal length.
type lines struct {
	r     *bufio.Reader
	comma byte
	cell  []byte
	end   int64 // bytes read so far: where the next row begins
	line  int   // the line that the next row begins on, from 1
	size  int   // of the row so far
	row   []string
}

func newLines(r io.Reader, comma byte, offset int64, line int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), comma: comma, end: offset, line: line}
}

// next returns the next row that is not empty and the line on which it begins.
// The caller owns the row. At the end of the file the error is io.EOF.
func (l *lines) next() (row []string, line int, err error) {
	for {
		line = l.line
		row, err = l.read()
		if err != nil || len(row) > 1 || (len(row) == 1 && row[0] != "") {
			return row, line, err
		}
	}
}

// readByte counts what it reads; at the end of the file it is io.EOF.
func (l *lines) readByte() (byte, error) {
	b, err := l.r.ReadByte()
	if err != nil {
		return 0, err
	}
	l.end++
	if l.size++; l.size > MaxRow {
		return 0, fault.New(fault.Invalid, fmt.Sprintf(
			"The row that begins on line %d is longer than 1 MiB. Perhaps a quotation mark in it is never closed.", l.line))
	}
	return b, nil
}

// peek reports whether the next byte is b, and consumes it if so.
func (l *lines) peek(b byte) bool {
	next, err := l.r.Peek(1)
	if err != nil || next[0] != b {
		return false
	}
	_, err = l.readByte()
	return err == nil
}

// read returns one row, which may be empty. A row that the file ends in has no
// line end.
func (l *lines) read() ([]string, error) {
	l.row, l.size = make([]string, 0, cap(l.row)), 0
	breaks := 0
	defer func() { l.line += breaks }()
	for {
		ended, inside, err := l.readCell()
		breaks += inside
		if errors.Is(err, io.EOF) {
			if l.size == 0 {
				return nil, io.EOF
			}
			l.row = append(l.row, string(l.cell))
			return l.row, nil
		}
		if err != nil {
			return nil, err
		}
		l.row = append(l.row, string(l.cell))
		if len(l.row) > MaxColumns {
			return nil, fault.New(fault.Invalid, fmt.Sprintf("Line %d has more than %d columns.", l.line, MaxColumns))
		}
		if ended {
			breaks++
			return l.row, nil
		}
	}
}

// readCell reads one cell into l.cell, and reports whether it ended its row and
// the number of its line breaks. io.EOF means that the file ended with it.
func (l *lines) readCell() (ended bool, breaks int, err error) {
	l.cell = l.cell[:0]
	if l.peek('"') {
		return l.readQuoted()
	}
	return l.readPlain(0)
}

func (l *lines) readPlain(breaks int) (bool, int, error) {
	for {
		b, err := l.readByte()
		if err != nil {
			return false, breaks, err
		}
		switch b {
		case l.comma:
			return false, breaks, nil
		case '\n':
			return true, breaks, nil
		case '\r':
			l.peek('\n')
			return true, breaks, nil
		}
		l.cell = append(l.cell, b)
	}
}

func (l *lines) readQuoted() (bool, int, error) {
	breaks := 0
	for {
		b, err := l.readByte()
		if errors.Is(err, io.EOF) {
			return false, breaks, fault.New(fault.Invalid, fmt.Sprintf(
				"A quotation mark that opens in the row of line %d is never closed. Close it, or write it twice.", l.line))
		}
		if err != nil {
			return false, breaks, err
		}
		switch {
		case b == '"' && !l.peek('"'):
			// Text between the closing quote and the delimiter belongs to the cell.
			return l.readPlain(breaks)
		case b == '\n':
			breaks++
		case b == '\r':
			if next, err := l.r.Peek(1); err != nil || next[0] != '\n' {
				breaks++
			}
		}
		l.cell = append(l.cell, b)
	}
}

// delimiters are what parts cells, the commonest first.
const delimiters = ",;\t|"

// delimiterOf returns what parts the cells of a file that begins with head: the
// delimiter that its first line has most of outside quotes.
func delimiterOf(head []byte) byte {
	counts := map[byte]int{}
	quoted := false
	for _, b := range head {
		if b == '"' {
			quoted = !quoted
		}
		if !quoted && (b == '\n' || b == '\r') {
			break
		}
		if !quoted {
			counts[b]++
		}
	}
	best := delimiters[0]
	for i := 1; i < len(delimiters); i++ {
		if counts[delimiters[i]] > counts[best] {
			best = delimiters[i]
		}
	}
	return best
}

// opening returns how many bytes of a file come before its first row (a byte
// order mark, and the line "sep=;" that some spreadsheets want), and the
// delimiter.
func opening(head []byte) (skip int64, line int, comma byte) {
	line = 1
	if strings.HasPrefix(string(head), csvsafe.ByteOrderMark) {
		skip = int64(len(csvsafe.ByteOrderMark))
	}
	rest := head[skip:]
	if len(rest) >= 6 && strings.EqualFold(string(rest[:4]), "sep=") && (rest[5] == '\n' || rest[5] == '\r') {
		n := int64(6)
		if rest[5] == '\r' && len(rest) > 6 && rest[6] == '\n' {
			n++
		}
		return skip + n, 2, rest[4]
	}
	return skip, line, delimiterOf(rest)
}
