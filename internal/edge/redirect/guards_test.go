package redirect_test

import (
	"strings"
	"testing"

	"linnet/internal/edge/redirect"
)

func TestNew_RequiresEveryGuard(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(*redirect.Config){
		"Blocked":      func(c *redirect.Config) { c.Blocked = nil },
		"OrphanBudget": func(c *redirect.Config) { c.OrphanBudget = nil },
		"Attempts":     func(c *redirect.Config) { c.Attempts = nil },
		"LinkAttempts": func(c *redirect.Config) { c.LinkAttempts = nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if message, _ := recover().(string); !strings.Contains(message, name) {
					t.Errorf("New panicked with %q, want the name of the guard", message)
				}
			}()
			newSite(t, remove)
		})
	}
}
