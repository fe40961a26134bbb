package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/config"
)

func TestJournalSpill_HasAPlaceForEachDataFolder(t *testing.T) {
	t.Parallel()
	first, second := journalSpill(config.Config{Data: "/srv/a"}), journalSpill(config.Config{Data: "/srv/b"})
	if first == second || filepath.Dir(first) != filepath.Clean(os.TempDir()) || !strings.HasPrefix(filepath.Base(first), "linnet-spill-") {
		t.Errorf("two data folders have %s and %s", first, second)
	}
	if again := journalSpill(config.Config{Data: "/srv/x/../a"}); again != first {
		t.Errorf("the same data folder has %s and %s", first, again)
	}
	if got := journalSpill(config.Config{Data: "/srv/a", JournalSpill: "/mnt/spill"}); got != "/mnt/spill" {
		t.Errorf("the setting yields %s", got)
	}
	if got := journalSpill(config.Config{Data: "/srv/a", JournalSpill: "off"}); got != "" {
		t.Errorf("off yields %q", got)
	}
}
