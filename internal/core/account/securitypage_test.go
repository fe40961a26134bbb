package account_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityPage_NamesExistingTests checks the tests that docs/security.md names.
func TestSecurityPage_NamesExistingTests(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	tree, declared := os.DirFS("../.."), map[string]bool{}
	declaration := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = fs.WalkDir(tree, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := fs.ReadFile(tree, path)
		for _, match := range declaration.FindAllSubmatch(source, -1) {
			declared[string(match[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)`").FindAllSubmatch(page, -1)
	if len(named) < 30 {
		t.Fatalf("the page names %d tests", len(named))
	}
	for _, match := range named {
		if !declared[string(match[1])] {
			t.Errorf("there is no test %s", match[1])
		}
	}
}
