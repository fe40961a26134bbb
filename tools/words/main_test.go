package main

import (
	"slices"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	rules, err := parseRules("go,docs\t\\bnobody\\b\tno user\ncomments\t\\bwho asks\\b\tthe caller\ngo\t\\bclk\\b\tclock\n")
	if err != nil {
		t.Fatal(err)
	}
	exceptions, err := parseExceptions("docs/*.md\tnobody@example.com\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, line string
		want       int
	}{
		{"a.go", "// Nobody reads it.", 1},
		{"a.go", "// who asks waits", 1},
		{"a.go", `say("who asks")`, 0},
		{"a.go", "clk := clock.System{} // nobody", 2},
		{"a.ts", "const clock = 1; // who asks", 1},
		{"docs/a.md", "nobody", 1},
		{"docs/a.md", "Write to nobody@example.com.", 0},
		{"docs/a.md", "who asks", 0},
		{"a.go", "// the caller waits", 0},
	} {
		if found := check(c.name, kindOf(c.name), c.line, rules, exceptions); len(found) != c.want {
			t.Errorf("%s: %q: %d messages, want %d: %q", c.name, c.line, len(found), c.want, found)
		}
	}
}

func TestKindOf_SkipsGeneratedFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"web/src/shared/api/schema.d.ts", "web/src/app/routes.gen.ts", "internal/x/testdata/y.go", "docs/licenses.md", "go.sum"} {
		if kind := kindOf(name); kind != "" {
			t.Errorf("%s: %q", name, kind)
		}
	}
}

func TestParse_NamesTheFaultyLine(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"go\tonly two", "go\t(\tinstead"} {
		if _, err := parseRules(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	if _, err := parseExceptions("no tab"); err == nil {
		t.Error("an exception without a tab: no error")
	}
}

// TestRules checks that the files that ship with the tool can be read.
func TestRules(t *testing.T) {
	t.Parallel()
	rules, err := parseRules(rulesText)
	if err != nil || len(rules) == 0 {
		t.Fatal(len(rules), err)
	}
	exceptions, err := parseExceptions(exceptionsText)
	if err != nil || slices.Contains(exceptions, exception{}) {
		t.Fatal(err)
	}
}
