package httpapi_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// listOperations returns the paths of the operations that return a list, from the
// document, with the names of their query parameters.
func listOperations(t *testing.T) map[string][]string {
	t.Helper()
	c := readContract(t)
	lists := map[string][]string{}
	for path, operations := range c.Paths {
		get := operations["get"]
		s := get.Responses["200"].Content["application/json"].Schema
		if ref, ok := s["$ref"].(string); ok {
			s = c.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
		}
		properties, _ := s["properties"].(map[string]any)
		if properties["items"] == nil || properties["nextCursor"] == nil {
			continue
		}
		lists[path] = []string{}
		for _, p := range get.Parameters {
			if p.In == "query" {
				lists[path] = append(lists[path], p.Name)
			}
		}
	}
	return lists
}

// TestLists_HavePages walks each list of the API one item at a time and compares it with
// the whole list.
func TestLists_HavePages(t *testing.T) {
	t.Parallel()
	clicks, behind := withClicks(t)
	in := newInstall(t, behind)
	owner := in.signUp(t)
	targets := fillLists(t, owner)
	targets["/clicks"] = "/clicks"
	fillClicks(t, clicks, owner)
	lists := listOperations(t)
	if len(lists) < 30 {
		t.Fatalf("the document has only %d lists", len(lists))
	}
	for path, params := range lists {
		if !slices.Contains(params, "limit") || !slices.Contains(params, "cursor") {
			t.Errorf("GET %s has the parameters %v", path, params)
			continue
		}
		if target, ok := targets[path]; ok {
			walkList(t, owner, target)
			delete(targets, path)
		}
	}
	if len(targets) > 0 {
		t.Errorf("no lists: %v", targets)
	}
}

// fillLists adds several items to the lists of each kind, and returns the addresses of
// those lists by the paths of their operations.
func fillLists(t *testing.T, owner user) map[string]string {
	t.Helper()
	first := map[string]string{} // the id of the first item, by path
	for i := range 3 {
		n := strconv.Itoa(i)
		for path, draft := range map[string]map[string]any{
			"/tags": {"name": "tag " + n}, "/folders": {"name": "folder " + n},
			"/utm-templates": {"name": "template " + n, "utm": map[string]any{"source": "x"}},
			"/api-keys":      {"name": "key " + n, "scopes": []string{"links:read"}},
			"/webhooks":      {"url": "https://example.com/" + n, "events": []string{"link.created"}},
			"/saved-views":   {"name": "view " + n, "query": "status=active"},

			"/scheduled-reports": {"name": "report " + n, "every": "week"},
			"/alerts":            {"name": "alert " + n, "kind": "fall"},

			"/links": {"url": "https://example.com/" + n},
		} {
			made := owner.call(t, "POST", path, draft).want(t, http.StatusCreated).json(t)
			if first[path] == "" {
				first[path] = made["id"].(string)
			}
		}
	}
	for _, title := range []string{"one", "two"} {
		owner.call(t, "PATCH", "/links/"+first["/links"], map[string]any{"title": title}).want(t, 200)
	}
	targets := map[string]string{
		"/links/{id}/history": "/links/" + first["/links"] + "/history", "/workspaces": "/workspaces?deleted=false",
		"/me/notification-preferences": "/me/notification-preferences", "/bio-pages/themes": "/bio-pages/themes", "/audit-log": "/audit-log",
	}
	owner.call(t, "POST", "/workspaces", map[string]any{"name": "Second"}).want(t, http.StatusCreated)
	for path := range first {
		targets[path] = path
	}
	return targets
}

// fillClicks adds clicks to the list of clicks, some of the same millisecond.
func fillClicks(t *testing.T, c *clicks, owner user) {
	t.Helper()
	made := owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusCreated).json(t)
	for _, minutes := range []time.Duration{4, 3, 3, 3, 2} {
		c.visit(t, owner, made["id"].(string), made["alias"].(string), noon.Add(-minutes*time.Minute))
	}
	eventually(t, "five clicks", func() bool {
		return owner.call(t, "GET", "/clicks", nil).want(t, 200).json(t)["total"] == 5.0
	})
}

// walkList compares the pages of a list with the whole list.
func walkList(t *testing.T, owner user, path string) {
	t.Helper()
	at := func(query string) string {
		if strings.Contains(path, "?") {
			return path + "&" + query
		}
		return path + "?" + query
	}
	whole := owner.call(t, "GET", path, nil).want(t, 200).json(t)
	items := whole["items"].([]any)
	if len(items) < 2 {
		t.Errorf("GET %s has %d items: nothing to walk", path, len(items))
	}
	walked, cursor := []any{}, ""
	for range len(items) + 1 {
		page := owner.call(t, "GET", at("limit=1&cursor="+url.QueryEscape(cursor)), nil).want(t, 200).json(t)
		if page["total"] != whole["total"] || len(page["items"].([]any)) > 1 {
			t.Errorf("GET %s: a page has %v items of %v", path, len(page["items"].([]any)), page["total"])
		}
		walked = append(walked, page["items"].([]any)...)
		if page["nextCursor"] == nil {
			break
		}
		cursor = page["nextCursor"].(string)
	}
	if diff := cmp.Diff(items, walked); diff != "" {
		t.Errorf("GET %s in pages: %s", path, diff)
	}
	for _, bad := range []string{"limit=0", "limit=x", "limit=1001", "limit=1&cursor=none"} {
		owner.call(t, "GET", at(bad), nil).want(t, http.StatusUnprocessableEntity)
	}
}
