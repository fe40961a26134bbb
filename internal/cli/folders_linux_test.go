package cli

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"linnet/internal/config"
	"linnet/internal/testkit"
)

func TestNode_WorksInAnyFolder(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"two words", "it's", `a"b`, "a#b", "100%", "a%20b", "%zz", "a&b=c;d", "ünïcode"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, addr := filepath.Join(t.TempDir(), name), testkit.FreeAddr(t)
			cfg := config.Config{Addr: addr, Data: folder, PublicURL: "http://" + addr, JournalSync: "second"}
			stop := startNode(t, cfg)
			ada := signUp(t, cfg.PublicURL)
			ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
			ada.answers("/a", http.StatusFound)
			stop()
			stop = startNode(t, cfg)
			defer stop()
			eventually(t, func() string {
				var counted struct{ Clicks int64 }
				if ada.call(http.MethodGet, "/analytics?groupBy=count&interval=all", nil, http.StatusOK, &counted); counted.Clicks != 1 {
					return "the click is not counted"
				}
				return ""
			})
			if beside, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(beside) != 1 {
				t.Errorf("files were created beside the folder: %v, %v", beside, err)
			}
		})
	}
}
