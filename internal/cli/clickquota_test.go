package cli

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/config"
)

// tenClicks returns a plans file whose FREE package allows ten clicks a month.
func tenClicks(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plans.json")
	limits := func(clicks int) string {
		return fmt.Sprintf(`{"links": 100, "clicksPerMonth": %d, "domains": 1, "members": 1, "retentionDays": 60, "bioPages": 1}`, clicks)
	}
	content := `{"packages": [{"name": "FREE", "monthly": "$0", "yearly": "$0", "limits": ` + limits(10) +
		`}, {"name": "BASIC", "monthly": "$9", "yearly": "$91", "limits": ` + limits(1000) + `}]}`
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestClicks_BeyondTheMonthsLimitStopNewLinksOnly(t *testing.T) {
	t.Parallel()
	var cfg config.Config
	origin := start(t, func(c *config.Config) {
		c.Plans = tenClicks(t)
		cfg = *c
	})
	ada := signUp(t, origin)
	var made struct{ ID string }
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, &made)
	for range 12 {
		ada.answers("/a", http.StatusFound)
	}
	var usage struct{ Clicks struct{ Used, Limit int } }
	eventually(t, func() string {
		ada.call(http.MethodGet, "/dashboard/usage", nil, http.StatusOK, &usage)
		if usage.Clicks.Used != 12 {
			return fmt.Sprintf("usage %+v", usage)
		}
		return ""
	})
	eventually(t, func() string { // the count is reused for two seconds
		if status := ada.status("/links", map[string]any{"url": "https://example.com/"}); status != http.StatusPaymentRequired {
			return fmt.Sprintf("a link answered %d", status)
		}
		return ""
	})
	var problem struct{ Code, Message string }
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/"}, http.StatusPaymentRequired, &problem)
	if problem.Code != "limit_reached" || !strings.HasPrefix(problem.Message, "This month's 10 clicks are used up.") {
		t.Errorf("problem %+v", problem)
	}
	ada.call(http.MethodPost, "/qr-codes", map[string]any{"linkId": made.ID}, http.StatusPaymentRequired, nil)
	ada.answers("/a", http.StatusFound) // redirects continue
	var w struct{ ID string }
	ada.call(http.MethodGet, "/workspaces/current", nil, http.StatusOK, &w)
	commands{t: t, cfg: cfg}.runPlans("workspace", "set-plan", w.ID, "BASIC")
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/"}, http.StatusCreated, nil)
}

// runPlans runs a command with the plans file of the node.
func (c commands) runPlans(args ...string) {
	c.t.Helper()
	c.run(nil, append(args, "--plans", c.cfg.Plans)...)
}
