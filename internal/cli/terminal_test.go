package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPrintRows_SeparatesValuesByTabsInFiles(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	long := strings.Repeat("ü", 70)
	if err := printRows(&out, []string{"A", "B"}, [][]string{{"two\nlines", "a\ttab\x1b[2J"}, {long, ""}}); err != nil {
		t.Fatal(err)
	}
	if want := "two lines\ta tab [2J\n" + long + "\t\n"; out.String() != want {
		t.Errorf("wrote %q, want %q", out.String(), want)
	}
	if got := shortened(long); len([]rune(got)) != 60 || !strings.HasSuffix(got, "ü…") {
		t.Errorf("shortened to %q", got)
	}
}

func TestProgress_DrawsOnlyOnATerminal(t *testing.T) {
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	bar := newProgress(file, 100)
	bar.show(50)
	bar.clear()
	if info, err := file.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("wrote %d bytes to a file, %v", info.Size(), err)
	}
	var out bytes.Buffer
	(&progress{w: &out, total: 4}).show(1)
	if want := "\r[#######                       ] 1 of 4"; out.String() != want {
		t.Errorf("drew %q, want %q", out.String(), want)
	}
}
