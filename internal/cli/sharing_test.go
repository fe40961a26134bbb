package cli

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestNode_ReportsConversions reports a conversion before its click is stored, and
// reads it in analytics.
func TestNode_ReportsConversions(t *testing.T) {
	t.Parallel()
	ada := signUp(t, start(t, nil))
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://shop.example/?a=1", "alias": "buy", "trackConversions": true}, http.StatusCreated, nil)
	_, location, err := ada.visit("/buy")
	if err != nil {
		t.Fatal(err)
	}
	sent, err := url.Parse(location)
	if err != nil || sent.Query().Get("a") != "1" {
		t.Fatalf("sent to %q: %v", location, err)
	}
	id := sent.Query().Get("linnet_click")
	ada.call(http.MethodPost, "/track/sale", map[string]any{"clickId": id, "amount": 4999, "currency": "EUR"}, http.StatusCreated, nil)
	eventually(t, func() string {
		var count struct {
			Clicks, Sales int
			SaleAmount    []struct{ Amount int }
		}
		ada.call(http.MethodGet, "/analytics?groupBy=count&url=https://shop.example/?a%3D1", nil, http.StatusOK, &count)
		if count.Clicks == 1 && count.Sales == 1 && count.SaleAmount[0].Amount == 4999 {
			return ""
		}
		return fmt.Sprintf("counted %+v", count)
	})
}

// TestNode_OrphanClicksOfTheDefaultDomainGoToTheFirstWorkspace: all workspaces
// share the default domain, so only the operator's sees its orphan clicks.
func TestNode_OrphanClicksOfTheDefaultDomainGoToTheFirstWorkspace(t *testing.T) {
	t.Parallel()
	origin := start(t, nil)
	ada := signUp(t, origin)
	bob := signUp(t, origin)
	for range 2 {
		if status, _, err := ada.visit("/not-a-link"); err != nil || status != http.StatusNotFound {
			t.Fatalf("%d %v", status, err)
		}
	}
	rows := func(p *person) string {
		var list struct {
			Rows []struct {
				Key    string
				Clicks int
			}
		}
		p.call(http.MethodGet, "/analytics?groupBy=alias&orphans=true", nil, http.StatusOK, &list)
		return fmt.Sprint(list.Rows)
	}
	eventually(t, func() string {
		if got := rows(ada); got != "[{not-a-link 2}]" {
			return "the first workspace sees " + got
		}
		return ""
	})
	if got := rows(bob); got != "[]" {
		t.Errorf("another workspace sees %s", got)
	}
}

// TestNode_ServesSharedPages checks the paths of shared pages, and that aliases
// cannot take them.
func TestNode_ServesSharedPages(t *testing.T) {
	t.Parallel()
	ada := signUp(t, start(t, nil))
	var made struct{ URL string }
	ada.call(http.MethodPost, "/shares", map[string]any{"scope": "workspace"}, http.StatusCreated, &made)
	path := strings.TrimPrefix(made.URL, ada.origin)
	for path, want := range map[string]int{path: http.StatusOK, path + "x": http.StatusNotFound, "/share": http.StatusNotFound, "/share/x": http.StatusNotFound} {
		if status, _, err := ada.visit(path); err != nil || status != want {
			t.Errorf("%s answered %d %v, want %d", path, status, err, want)
		}
	}
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "share"}, http.StatusConflict, nil)
}
