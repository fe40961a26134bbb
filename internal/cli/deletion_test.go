package cli

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"linnet/internal/config"
	"linnet/internal/testkit"
)

// TestDeleteMe_LeavesNothingInPostgreSQL is the test of httpapi with the same name
// on a running node, which purges the workspace itself.
func TestDeleteMe_LeavesNothingInPostgreSQL(t *testing.T) {
	t.Parallel()
	url := testkit.MigratedPostgres(t)
	origin := start(t, func(cfg *config.Config) { cfg.DatabaseURL = url })
	ada, other := signUp(t, origin), signUp(t, origin)
	var me struct{ ID, Email string }
	ada.call(http.MethodPatch, "/me", map[string]any{"firstName": "Wilhelmina", "lastName": "Zwiebelfisch"}, http.StatusOK, &me)
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/wilhelmina-only", "alias": "zwiebel"}, http.StatusCreated, nil)
	other.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/other", "alias": "other"}, http.StatusCreated, nil)

	personal := []string{"Wilhelmina", "Zwiebelfisch", me.Email, "example.com/wilhelmina-only"}
	tablesWith := func() (found []string) {
		for table, content := range rows(t, url) {
			for _, text := range personal {
				if strings.Contains(content, text) {
					found = append(found, table+": "+text)
				}
			}
		}
		slices.Sort(found)
		return found
	}
	if found := tablesWith(); len(found) < len(personal) {
		t.Fatalf("the search finds only %q before the deletion", found)
	}
	ada.call(http.MethodDelete, "/me", map[string]any{"password": "Correct-Horse7"}, http.StatusNoContent, nil)
	eventually(t, func() string { return strings.Join(tablesWith(), "\n") })
	ada.call(http.MethodGet, "/me", nil, http.StatusUnauthorized, nil)
	other.call(http.MethodGet, "/links", nil, http.StatusOK, nil)
	if status, location, err := other.visit("/other"); err != nil || location != "https://example.com/other" {
		t.Errorf("the other user's link: %d %q %v", status, location, err)
	}
}
