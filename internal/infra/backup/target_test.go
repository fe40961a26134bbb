package backup

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSave_RemovesWhatKilledProcessesLeft starts a backup beside one that is being written.
func TestSave_RemovesWhatKilledProcessesLeft(t *testing.T) {
	t.Parallel()
	folder := Folder{Dir: t.TempDir()}
	for _, name := range []string{"linnet-killed.tar.gz.part", "linnet-killed.tar.gz.age.part", "other-program.part", "linnet-complete.tar.gz"} {
		if err := os.WriteFile(filepath.Join(folder.Dir, name), []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	content := sampleArchive(t)
	write := func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
	_, _, err := Save(t.Context(), folder, "linnet-slow.tar.gz", Seal{}, func(w io.Writer) error {
		if _, _, err := Save(t.Context(), folder, "linnet-slow.tar.gz", Seal{}, write); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("the same backup twice at a time: %v", err)
		}
		_, _, err := Save(t.Context(), folder, "linnet-quick.tar.gz", Seal{}, write)
		return errors.Join(err, write(w))
	})
	if err != nil {
		t.Fatalf("a backup that was being written during another one: %v", err)
	}
	names, err := folder.Names(t.Context())
	slices.Sort(names)
	want := []string{"linnet-complete.tar.gz", "linnet-quick.tar.gz", "linnet-slow.tar.gz", "other-program.part"}
	if err != nil || !slices.Equal(names, want) {
		t.Errorf("the folder has %v, %v, want %v", names, err, want)
	}
}
