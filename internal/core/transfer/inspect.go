package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
)

// textCheck rejects files that are not UTF-8 text or are too long. It reads the
// file in pieces; a rune may span two pieces.
type textCheck struct {
	size int64
	tail []byte
}

func (c *textCheck) see(piece []byte) error {
	if c.size == 0 && len(piece) >= 2 && (piece[0] == 0xff && piece[1] == 0xfe || piece[0] == 0xfe && piece[1] == 0xff) {
		return fault.New(fault.Invalid, "This file is UTF-16. Save it as “CSV UTF-8” and upload it again.").At("file")
	}
	if c.size == 0 && strings.HasPrefix(string(piece), "PK\x03\x04") {
		return fault.New(fault.Invalid, "This is a spreadsheet or a ZIP archive, not a CSV file. Save the sheet as “CSV UTF-8” and upload that.").
			At("file")
	}
	start := c.size - int64(len(c.tail))
	c.size += int64(len(piece))
	if c.size > MaxBytes {
		return fault.New(fault.TooLarge, fmt.Sprintf("A file can have at most %d GB of text. Split it.", MaxBytes>>30)).At("file")
	}
	rest := append(c.tail, piece...)
	if utf8.Valid(rest) && bytes.IndexByte(rest, 0) < 0 {
		rest = nil
	}
	for len(rest) > 0 {
		if rest[0] == 0 {
			return notText(start)
		}
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n <= 1 {
			if utf8.FullRune(rest) {
				return notText(start)
			}
			break // the rest of it comes with the next piece
		}
		rest, start = rest[n:], start+int64(n)
	}
	c.tail = append(make([]byte, 0, utf8.UTFMax), rest...)
	return nil
}

// end is called behind the last piece.
func (c *textCheck) end() error {
	switch {
	case len(c.tail) > 0:
		return notText(c.size)
	case c.size == 0:
		return fault.New(fault.Invalid, "This file is empty.").At("file")
	}
	return nil
}

func notText(at int64) error {
	return fault.New(fault.Invalid, fmt.Sprintf(
		"This file is not valid UTF-8 near byte %d. Save it as “CSV UTF-8” and upload it again.", at+1)).At("file")
}

// inspect reads a stored file once, and finds out how it is written and how
// many rows of links it has.
func inspect(ctx context.Context, files job.FileStore, id string) (layout, error) {
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(job.Open(ctx, files, id, 0), head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return layout{}, err
	}
	skip, line, comma := opening(head[:n])
	rows := newLines(job.Open(ctx, files, id, skip), comma, skip, line)
	first, _, err := rows.next()
	if errors.Is(err, io.EOF) {
		return layout{}, fault.New(fault.Invalid, "This file has no rows.").At("file")
	}
	if err != nil {
		return layout{}, atFile(err)
	}
	l := layout{Comma: comma, Start: rows.end, Line: rows.line, Headers: named(first), Service: serviceOf(first)}
	if column := addressIn(first); column >= 0 { // no header at all
		l.Start, l.Line, l.Rows, l.Service = skip, line, 1, ""
		l.Headers = named(make([]string, len(first)))
		l.Headers[column] = string(URL)
	}
	for {
		_, _, err := rows.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return layout{}, atFile(err)
		}
		l.Rows++
	}
	if l.Rows == 0 {
		return layout{}, fault.New(fault.Invalid, "This file has a header and no rows below it.").At("file")
	}
	return l, nil
}

// atFile blames the file.
func atFile(err error) error {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.At("file")
	}
	return err
}

// named gives every column a name of its own.
func named(headers []string) []string {
	out := make([]string, len(headers))
	seen := map[string]bool{}
	for i, h := range headers {
		h = strings.TrimSpace(csvsafe.Restore(h))
		if h == "" || seen[h] {
			h = fmt.Sprintf("%s%d", unnamed, i+1)
		}
		seen[h] = true
		out[i] = h
	}
	return out
}

// addressIn returns the first column of a row that contains a URL, or -1, as for
// a header.
func addressIn(row []string) int {
	for i, cell := range row {
		if strings.Contains(cell, "://") && link.CheckURL(strings.TrimSpace(cell), nil) == nil {
			return i
		}
	}
	return -1
}
