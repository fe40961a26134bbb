package csvsafe_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"linnet/internal/base/csvsafe"
)

func TestNeutralize_PrefixesFormulas(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ cell, want string }{
		{``, ``},
		{`plain`, `plain`},
		{`1=1`, `1=1`},
		{`https://example.com/?a=-1`, `https://example.com/?a=-1`},
		{`=HYPERLINK("x")`, `'=HYPERLINK("x")`},
		{`+1`, `'+1`},
		{`-1`, `'-1`},
		{`@SUM(A1)`, `'@SUM(A1)`},
		{"\t=1", "'\t'=1"},
		{"\r=1", "'\r'=1"},
		{"\n=1", "'\n'=1"},
		{"\tx", "'\tx"},
		{`＝1+1`, `'＝1+1`},
		{`＋1`, `'＋1`},
		{`－1`, `'－1`},
		{`＠SUM(A1)`, `'＠SUM(A1)`},
		{`a;=1+1`, `a;'=1+1`},
		{`a,+1`, `a,+1`},
		{"a\t@x", "a\t'@x"},
		{"two\n-lines", "two\n'-lines"},
		{`a;＝1;=2,-3`, `a;'＝1;'=2,-3`},
		{`a;"=1&"`, `a;'"=1&"`},
		{`a; b`, `a; b`},
		{`a;b-c`, `a;b-c`},
		{`'=1`, `''=1`},
		{`a;'=1`, `a;''=1`},
		{`'quoted'`, `'quoted'`},
		{`'`, `'`},
	} {
		got := csvsafe.Neutralize(test.cell)
		if got != test.want {
			t.Errorf("Neutralize(%q) = %q, want %q", test.cell, got, test.want)
		}
		if back := csvsafe.Restore(got); back != test.cell {
			t.Errorf("Restore(%q) = %q, want %q", got, back, test.cell)
		}
	}
}

func TestAppendRow_QuotesEveryDelimiter(t *testing.T) {
	t.Parallel()
	got := string(csvsafe.AppendRow(nil, []string{"a;b", "a\tb", "a,b", `a"b`, "a b", " a", "a;=1+1", ""}))
	want := "\"a;b\",\"a\tb\",\"a,b\",\"a\"\"b\",a b,\" a\",\"a;'=1+1\",\r\n"
	if got != want {
		t.Errorf("AppendRow() = %q, want %q", got, want)
	}
}

func TestNewFile_BeginsWithAByteOrderMark(t *testing.T) {
	t.Parallel()
	if got := string(csvsafe.NewFile("größe", "=a")); got != "\xef\xbb\xbfgröße,'=a\r\n" {
		t.Errorf("NewFile() = %q", got)
	}
}

// No delimiter but the quoted comma that a spreadsheet may split at exposes a formula, and Restore
// returns every cell byte for byte.
func FuzzNeutralize(f *testing.F) {
	for _, seed := range []string{"=1", "a;=1", "\t\t=1", "''=1", ";';=", "＝,＋", "\r\n@x", `;""=1`, `'"'=`, "'\t'=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		got := csvsafe.Neutralize(cell)
		if back := csvsafe.Restore(got); back != cell {
			t.Fatalf("Restore(Neutralize(%q)) = %q by way of %q", cell, back, got)
		}
		for _, part := range strings.FieldsFunc(got, func(r rune) bool { return strings.ContainsRune(";\t\r\n", r) }) {
			if strings.IndexAny(part, "=+-@＝＋－＠") == 0 {
				t.Fatalf("Neutralize(%q) = %q leaves the formula %q", cell, got, part)
			}
		}
		if got != "" && strings.ContainsRune("\t\r\n", rune(got[0])) {
			t.Fatalf("Neutralize(%q) = %q begins with white space", cell, got)
		}
		row, err := csv.NewReader(strings.NewReader(string(csvsafe.AppendRow(nil, []string{cell, "end"})))).Read()
		if err != nil || len(row) != 2 || row[0] != strings.ReplaceAll(got, "\r\n", "\n") {
			t.Fatalf("%q was read back as %q: %v", got, row, err)
		}
	})
}
