package control

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestControl_SaysThatThePathIsTooLong(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	_, listening := Listen(t.Context(), dir)
	calling := Call(t.Context(), dir, ReopenClicks, io.Discard)
	for does, err := range map[string]error{"listening": listening, "calling": calling} {
		if err == nil || !strings.Contains(err.Error(), "path of the data folder is too long") || errors.Is(err, ErrNoNode) {
			t.Errorf("%s: %v", does, err)
		}
	}
}
