package app

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/config"
)

func TestControl_SaysThatThePathIsTooLong(t *testing.T) {
	t.Parallel()
	cfg := config.Config{Data: filepath.Join(t.TempDir(), strings.Repeat("long", 30))}
	_, listening := listenControl(t.Context(), cfg)
	calling := callNode(t.Context(), cfg, reopenTask, io.Discard)
	for does, err := range map[string]error{"listening": listening, "calling": calling} {
		if err == nil || !strings.Contains(err.Error(), "path of the data folder is too long") || errors.Is(err, errNoNode) {
			t.Errorf("%s: %v", does, err)
		}
	}
}
