package cli

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/infra/records"
)

// TestDenylist_BlocksExistingLinks stores a list as a download does, and checks that
// the running node blocks the links to its entries and unblocks them again.
func TestDenylist_BlocksExistingLinks(t *testing.T) {
	onBothEngines(t, func(t *testing.T, ada *person, c commands) {
		var made struct {
			ID     string
			Status string
		}
		ada.call("POST", "/links", map[string]any{"url": "https://login.evil.example/x", "alias": "launch"}, http.StatusCreated, &made)
		ada.call("POST", "/links", map[string]any{"url": "https://fine.example/", "alias": "fine"}, http.StatusCreated, nil)
		content, err := denylist.ParseFeed(strings.NewReader("evil.example\n"), 10)
		if err != nil {
			t.Fatal(err)
		}
		store, err := records.Open(t.Context(), records.Options{URL: c.cfg.DatabaseURL, Dir: c.cfg.Data})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		now := time.Now()
		f := denylist.Feed{ID: "dnl_0000000000001", Name: "Evil", URL: "https://lists.example/x", Entries: 1, Generation: 1, NextAt: now.Add(time.Hour), CreatedAt: now}
		added := event.New(event.Actor{}, event.DenylistAdded, "", f.ID, event.Created(event.Denylist{Name: f.Name}), now)
		if err := store.InsertFeed(t.Context(), f, content.Keys, added); err != nil {
			t.Fatal(err)
		}
		visit := func(alias string, want int) {
			t.Helper()
			eventually(t, func() string {
				if status, _, err := ada.visit("/" + alias); err != nil || status != want {
					return fmt.Sprintf("/%s: %d, %v", alias, status, err)
				}
				return ""
			})
		}
		// Each of these commands notifies the node.
		c.run(nil, "denylist", "allow", "unrelated.example")
		visit("launch", http.StatusUnavailableForLegalReasons)
		visit("fine", http.StatusFound)
		ada.call("POST", "/links", map[string]any{"url": "https://evil.example/y"}, http.StatusUnprocessableEntity, nil)
		var list struct {
			Lists   []struct{ Name string }
			Allowed []string
		}
		if c.run(&list, "denylist", "list"); len(list.Lists) != 1 || len(list.Allowed) != 1 {
			t.Errorf("lists %+v", list)
		}
		if code, _, errs := c.try("unblock", "launch"); code != 1 || !strings.Contains(errs, "Add an exception") {
			t.Errorf("unblock: %d, %s", code, errs)
		}
		var notices struct {
			Items []struct{ Title string }
		}
		eventually(t, func() string {
			ada.call("GET", "/notifications", nil, http.StatusOK, &notices)
			if len(notices.Items) == 0 || !strings.Contains(fmt.Sprint(notices.Items), "Link blocked: /launch") {
				return fmt.Sprint(notices.Items)
			}
			return ""
		})
		c.run(nil, "denylist", "allow", "evil.example")
		visit("launch", http.StatusFound)
		c.run(nil, "denylist", "forbid", "evil.example")
		visit("launch", http.StatusUnavailableForLegalReasons)
		c.run(nil, "denylist", "remove", "https://lists.example/x")
		visit("launch", http.StatusFound)
		if code, _, errs := c.try("denylist", "add", "http://lists.example/"); code != 1 || !strings.Contains(errs, "https://") {
			t.Errorf("add: %d, %s", code, errs)
		}
	})
}
