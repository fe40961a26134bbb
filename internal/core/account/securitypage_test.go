package account_test

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readPage returns a page of docs.
func readPage(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// declaredTests returns the names of all Go tests and the files of the web app's tests.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	tests, declaration := map[string]bool{}, regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	walk := func(tree fs.FS, visit func(path, name string) error) {
		err := fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			return visit(path, entry.Name())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, root := range []string{"../..", "../../../tools"} {
		tree := os.DirFS(root)
		walk(tree, func(path, _ string) error {
			if !strings.HasSuffix(path, "_test.go") {
				return nil
			}
			source, err := fs.ReadFile(tree, path)
			for _, match := range declaration.FindAllSubmatch(source, -1) {
				tests[string(match[1])] = true
			}
			return err
		})
	}
	for _, root := range []string{"../../../web/src", "../../../web/e2e/specs"} {
		walk(os.DirFS(root), func(_, name string) error {
			tests[name] = true
			return nil
		})
	}
	return tests
}

// TestSecurityPage_NamesExistingTests checks the tests that docs/security.md and
// docs/asvs.md name.
func TestSecurityPage_NamesExistingTests(t *testing.T) {
	t.Parallel()
	declared := declaredTests(t)
	pages := readPage(t, "security.md") + readPage(t, "asvs.md")
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+|[\\w-]+\\.(?:spec|test)\\.tsx?)`").FindAllStringSubmatch(pages, -1)
	if len(named) < 300 {
		t.Fatalf("the pages name %d tests", len(named))
	}
	for _, match := range named {
		if !declared[match[1]] {
			t.Errorf("there is no test %s", match[1])
		}
	}
}

// requirement is a row of docs/asvs.md.
type requirement struct{ item, level, text, status, shown string }

func requirements(page string) []requirement {
	var rows []requirement
	row := regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*) \|$`)
	for _, match := range row.FindAllStringSubmatch(page, -1) {
		rows = append(rows, requirement{match[1], match[2], match[3], match[4], strings.TrimSpace(match[5])})
	}
	return rows
}

// TestASVSPage_ListsEveryRequirementOnce compares docs/asvs.md with the numbers of the
// standard.
func TestASVSPage_ListsEveryRequirementOnce(t *testing.T) {
	t.Parallel()
	numbers, err := os.ReadFile("testdata/asvs.txt")
	if err != nil {
		t.Fatal(err)
	}
	levels := map[string]string{}
	for line := range strings.Lines(string(numbers)) {
		if item, level, ok := strings.Cut(strings.TrimSpace(line), " "); ok && item != "#" {
			levels[item] = level
		}
	}
	if len(levels) != 253 {
		t.Fatalf("%d requirements, want 70 of level 1 and 183 of level 2", len(levels))
	}
	for _, r := range requirements(readPage(t, "asvs.md")) {
		if levels[r.item] != r.level {
			t.Errorf("%s is listed twice, not in the standard, or not of level %s", r.item, r.level)
		}
		delete(levels, r.item)
		if !slices.Contains([]string{"met", "not met", "not applicable"}, r.status) || r.text == "" || r.shown == "" {
			t.Errorf("%s has the status %q and is shown by %q", r.item, r.status, r.shown)
		}
	}
	for item := range maps.Keys(levels) {
		t.Errorf("%s is missing", item)
	}
}

// TestSecurityPage_NamesTheOpenRequirements compares the table of docs/security.md with
// docs/asvs.md.
func TestSecurityPage_NamesTheOpenRequirements(t *testing.T) {
	t.Parallel()
	var want []string
	for _, r := range requirements(readPage(t, "asvs.md")) {
		if r.status == "not met" {
			want = append(want, r.item)
		}
	}
	_, table, _ := strings.Cut(readPage(t, "security.md"), "| Chapter |")
	got := regexp.MustCompile(`\d+\.\d+\.\d+`).FindAllString(table, -1)
	if len(want) == 0 || !slices.Equal(want, got) {
		t.Errorf("docs/security.md names %v, docs/asvs.md %v", got, want)
	}
}
