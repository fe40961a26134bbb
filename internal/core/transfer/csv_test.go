package transfer

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
)

func readAll(t testing.TB, text string) ([][]string, error) {
	t.Helper()
	skip, line, comma := opening([]byte(text))
	l := newLines(strings.NewReader(text[skip:]), comma, skip, line)
	var rows [][]string
	for {
		row, _, err := l.next()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
}

func TestInspect_AcceptsCommonFormats(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		text string
		want [][]string
	}{
		"plain":                       {"a,b\n1,2\n", [][]string{{"a", "b"}, {"1", "2"}}},
		"no line end at the end":      {"a,b\n1,2", [][]string{{"a", "b"}, {"1", "2"}}},
		"line ends of Windows":        {"a,b\r\n1,2\r\n", [][]string{{"a", "b"}, {"1", "2"}}},
		"line ends of an old Mac":     {"a,b\r1,2\r", [][]string{{"a", "b"}, {"1", "2"}}},
		"a byte order mark":           {"\ufeffa,b\n1,2\n", [][]string{{"a", "b"}, {"1", "2"}}},
		"semicolons":                  {"a;b\n1,5;2\n", [][]string{{"a", "b"}, {"1,5", "2"}}},
		"tabs":                        {"a\tb\n1\t2\n", [][]string{{"a", "b"}, {"1", "2"}}},
		"a line that names its comma": {"sep=|\r\na|b,c\r\n", [][]string{{"a", "b,c"}}},
		"quotes, doubled quotes":      {"a,b\n\"x, \"\"y\"\"\",2\n", [][]string{{"a", "b"}, {`x, "y"`, "2"}}},
		"a line break inside quotes":  {"a,b\n\"x\r\ny\nz\rw\",2\n", [][]string{{"a", "b"}, {"x\r\ny\nz\rw", "2"}}},
		"quotes inside a plain cell":  {"a,b\n5\" pipe,2\n", [][]string{{"a", "b"}, {`5" pipe`, "2"}}},
		"text behind a closing quote": {"a,b\n\"x\"y,2\n", [][]string{{"a", "b"}, {"xy", "2"}}},
		"empty lines":                 {"\n\na,b\n\n1,2\n\n", [][]string{{"a", "b"}, {"1", "2"}}},
		"rows of unequal length":      {"a,b,c\n1\n1,2,3,4\n", [][]string{{"a", "b", "c"}, {"1"}, {"1", "2", "3", "4"}}},
		"an empty last cell":          {"a,b\n1,", [][]string{{"a", "b"}, {"1", ""}}},
		"a quoted comma in a header":  {"\"a,b,c\";d\n1;2\n", [][]string{{"a,b,c", "d"}, {"1", "2"}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := readAll(t, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInspect_RejectsUnreadableFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, says string }{
		"an open quote":       {"a,b\n1,2\n\"x,2\n3,4\n", "line 3"},
		"a row without end":   {"a\n" + strings.Repeat("x", MaxRow+1), "longer than 1 MiB"},
		"columns without end": {strings.Repeat(",", MaxColumns+1), "more than 200 columns"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := readAll(t, c.text)
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want a sentence with %q", err, c.says)
			}
		})
	}
}

// Reading can resume at the offset of every row.
func TestLines_ResumeAtEveryOffset(t *testing.T) {
	t.Parallel()
	const text = "a,b\r\n\"x\ny\",1\n\n\r\nz,\"2\"\r3,4"
	l := newLines(strings.NewReader(text), ',', 0, 1)
	type place struct {
		offset int64
		line   int
	}
	places, rows := []place{{0, 1}}, [][]string{}
	for {
		row, _, err := l.next()
		if err != nil {
			break
		}
		rows = append(rows, row)
		places = append(places, place{l.end, l.line})
	}
	for i, row := range rows {
		again := newLines(strings.NewReader(text[places[i].offset:]), ',', places[i].offset, places[i].line)
		got, line, err := again.next()
		if err != nil || cmp.Diff(row, got) != "" || again.end != places[i+1].offset || again.line != places[i+1].line {
			t.Errorf("row %d from %+v: %v on line %d, %v, then %d/%d", i, places[i], got, line, err, again.end, again.line)
		}
	}
	if len(rows) != 4 || places[4].line != 7 {
		t.Errorf("%d rows, the last ends on line %d", len(rows), places[4].line)
	}
}

// FuzzCSV checks that no upload makes the reader panic or loop, that it agrees
// with encoding/csv, and that exports round-trip without formulas that a
// spreadsheet would execute.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{
		"a,b\n1,2\n", "\ufeffa;b\r\n\"x;\"\"y\";2", "a\tb\r\"q\r\nr\"\t", "sep=;\na;b", "\"", "a,\"b\n", "'=1,=2,-3\n@x,+4,\t5\n", "\r\n\r\n,\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := readAll(t, text)
		if err == nil && strings.IndexByte(text, '\r') < 0 && !strings.HasPrefix(text, csvsafe.ByteOrderMark) && delimiterOf([]byte(text)) == ',' && !strings.HasPrefix(strings.ToLower(text), "sep=") {
			theirs := csv.NewReader(strings.NewReader(text))
			theirs.FieldsPerRecord = -1
			if want, err := theirs.ReadAll(); err == nil {
				if diff := cmp.Diff(full(want), got); diff != "" {
					t.Errorf("%q: %s", text, diff)
				}
			}
		}
		var out []byte
		for _, row := range got {
			out = csvsafe.AppendRow(out, row)
		}
		l := newLines(strings.NewReader(string(out)), ',', 0, 1)
		for i, want := range got {
			row, _, err := l.next()
			if err != nil {
				t.Fatalf("row %d of %q: %v", i, out, err)
			}
			for c, cell := range row {
				if csvsafe.Neutralize(csvsafe.Restore(cell)) != cell {
					t.Fatalf("%q would be run", cell)
				}
				if back := csvsafe.Restore(cell); back != want[c] {
					t.Fatalf("%q came back as %q", want[c], back)
				}
			}
		}
	})
}

// full leaves out rows that hold nothing.
func full(rows [][]string) [][]string {
	var out [][]string
	for _, row := range rows {
		if len(row) > 1 || row[0] != "" {
			out = append(out, row)
		}
	}
	return out
}
