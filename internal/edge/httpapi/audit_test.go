package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"linnet/internal/core/access"
)

// auditEntries returns the entries of a request.
func (u user) auditEntries(t *testing.T, query string) (entries []map[string]any, next any) {
	t.Helper()
	list := u.call(t, "GET", "/audit-log?"+query, nil).want(t, http.StatusOK).json(t)
	for _, item := range list["items"].([]any) {
		entries = append(entries, item.(map[string]any))
	}
	return entries, list["nextCursor"]
}

func TestAuditLog_DescribesChanges(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	id := owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "spring"}).
		want(t, http.StatusCreated).json(t)["id"].(string)
	owner.call(t, "PATCH", "/links/"+id, map[string]any{"url": "https://example.org/"}).want(t, 200)
	owner.call(t, "PATCH", "/links/"+id, map[string]any{"password": "Secret-Word-1"}).want(t, 200)
	owner.call(t, "PATCH", "/links/"+id, map[string]any{"archived": true, "status": "archived"})
	owner.call(t, "POST", "/tags", map[string]any{"name": "Summer"}).want(t, http.StatusCreated)
	owner.call(t, "DELETE", "/links/"+id, nil).want(t, http.StatusNoContent)

	entries, _ := owner.auditEntries(t, "subject="+id)
	var summaries []string
	for _, e := range entries {
		summaries = append(summaries, e["summary"].(string))
		if actor := e["actor"].(map[string]any); actor["name"] != "Ada Lovelace" || actor["id"] != owner.id || actor["kind"] != "user" {
			t.Errorf("actor %v", actor)
		}
		if subject := e["subject"].(map[string]any); subject["label"] != "go.example.com/spring" || subject["kind"] != "link" {
			t.Errorf("subject %v", subject)
		}
	}
	want := []string{
		"deleted go.example.com/spring", "archived go.example.com/spring", "changed the password of go.example.com/spring",
		"changed the destination of go.example.com/spring", "created go.example.com/spring",
	}
	if strings.Join(summaries, "\n") != strings.Join(want, "\n") {
		t.Fatalf("got %q, want %q", summaries, want)
	}
	changed := entries[3]
	before, after := changed["before"].(map[string]any), changed["after"].(map[string]any)
	if len(before) != 1 || before["url"] != "https://example.com/" || after["url"] != "https://example.org/" {
		t.Errorf("changed %v to %v", before, after)
	}
	if labels := changed["labels"].(map[string]any); len(labels) != 1 || labels["url"] != "destination" {
		t.Errorf("labels %v", labels)
	}
	if network := changed["network"]; network != "203.0.113.0/24" {
		t.Errorf("network %v", network)
	}
	if body := owner.call(t, "GET", "/audit-log", nil).body; strings.Contains(string(body), "Secret-Word-1") {
		t.Error("the log contains a password")
	}
}

func TestAuditLog_FiltersAndPages(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	key, keyID := owner.apiKey(t, access.WorkspaceRead, access.LinksWrite)
	for _, alias := range []string{"one", "two", "three"} {
		key.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": alias}).want(t, http.StatusCreated)
	}
	owner.call(t, "POST", "/tags", map[string]any{"name": "Überraschung 100%"}).want(t, http.StatusCreated)
	for query, want := range map[string]int{
		"actor=" + keyID:                         3,
		"action=link":                            3,
		"action=link.created":                    3,
		"action=lin":                             0,
		"action=label.created":                   1,
		"actor=" + owner.id + "&action=key":      1,
		"search=TWO":                             1,
		"search=" + url.QueryEscape("Über 100%"): 1,
		"search=%25":                             1,
		"from=2126-01-01T00:00:00Z":              0,
		"to=2000-01-01T00:00:00Z":                0,
	} {
		if entries, _ := owner.auditEntries(t, query); len(entries) != want {
			t.Errorf("%s: %d entries, want %d: %v", query, len(entries), want, entries)
		}
	}
	seen := map[any]bool{}
	cursor := ""
	for pages := 0; ; pages++ {
		entries, next := key.auditEntries(t, "limit=2&action=link"+cursor)
		for _, e := range entries {
			if seen[e["sequence"]] || e["actor"].(map[string]any)["name"] != "API key Test" {
				t.Errorf("entry %v", e)
			}
			seen[e["sequence"]] = true
		}
		if next == nil {
			break
		}
		cursor = "&cursor=" + next.(string)
	}
	if len(seen) != 3 {
		t.Errorf("%d entries on all pages, want 3", len(seen))
	}
	owner.call(t, "GET", "/audit-log?cursor=x", nil).want(t, http.StatusUnprocessableEntity)
}

func TestAuditLog_RequiresOwnerOrAdmin(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for role, status := range map[access.Role]int{access.Admin: 200, access.Editor: 403, access.Viewer: 403} {
		in.setRole(t, u, role)
		u.call(t, "GET", "/audit-log", nil).want(t, status)
		u.call(t, "GET", "/audit-log/export", nil).want(t, status)
	}
}

func TestAuditLog_ExportsCSVAndJSON(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	for range 3 {
		owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusCreated)
	}
	owner.call(t, "POST", "/tags", map[string]any{"name": "=1+1"}).want(t, http.StatusCreated)
	file := owner.call(t, "GET", "/audit-log/export?action=label", nil).want(t, 200)
	rows := csvRows(t, file)
	if len(rows) != 2 {
		t.Fatalf("rows %q", rows)
	}
	if rows[0][9] != "subjectLabel" || rows[1][9] != "'=1+1" || rows[1][6] != "created the tag =1+1" {
		t.Errorf("rows %q", rows)
	}
	var entries []map[string]any
	file = owner.call(t, "GET", "/audit-log/export?format=json", nil).want(t, 200)
	if err := json.Unmarshal(file.body, &entries); err != nil {
		t.Fatalf("%v: %s", err, file.body)
	}
	if first := entries[0]; first["summary"] != "exported the audit log as json" || len(entries) < 6 {
		t.Errorf("%d entries, the first is %v", len(entries), first)
	}
}
