package httpapi_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

func (in *install) setRole(t *testing.T, u user, role access.Role) {
	t.Helper()
	in.exec(t, `UPDATE members SET role = $3 WHERE workspace_id = $1 AND user_id = $2`, u.workspaceID, u.id, string(role))
}

func TestAPIKeys_LifeCycle(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	made := owner.call(t, "POST", "/api-keys", map[string]any{
		"name": "Deploy", "scopes": []string{"links:write"}, "networks": []string{"203.0.113.7", "2001:db8::/32"},
		"expiresAt": noon.Add(24 * time.Hour),
	}).want(t, http.StatusCreated).json(t)
	id, secret := made["id"].(string), made["key"].(string)
	if !strings.HasPrefix(secret, made["prefix"].(string)) || made["status"] != "active" || made["createdByName"] != "Ada Lovelace" || made["lastUsedAt"] != nil ||
		made["yourlsUnique"] != true {
		t.Errorf("created %v", made)
	}
	key := user{in: in, token: secret}
	link := key.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "by-key"}).want(t, http.StatusCreated).json(t)
	history := owner.call(t, "GET", "/links/"+link["id"].(string)+"/history", nil).want(t, 200).json(t)
	if version := history["items"].([]any)[0].(map[string]any); version["actorId"] != id || version["actorName"] != "API key Deploy" {
		t.Errorf("version %v", version)
	}
	listed := owner.call(t, "GET", "/api-keys", nil).want(t, 200)
	item := listed.json(t)["items"].([]any)[0].(map[string]any)
	if item["lastUsedNetwork"] != "203.0.113.0/24" || item["lastUsedAt"] == nil || bytes.Contains(listed.body, []byte(secret[12:])) {
		t.Errorf("listed %s", listed.body)
	}
	if got := key.call(t, "GET", "/links", nil, testAddr+": 198.51.100.1").want(t, http.StatusForbidden).problem(t); got.Code != "forbidden" {
		t.Errorf("from another network: %+v", got)
	}
	change := map[string]any{"networks": []string{}, "scopes": []string{"links:read"}, "expiresAt": nil, "yourlsUnique": false}
	if got := owner.call(t, "PATCH", "/api-keys/"+id, change).want(t, 200).json(t); got["yourlsUnique"] != false {
		t.Errorf("changed %v", got)
	}
	key.call(t, "GET", "/links", nil, testAddr+": 198.51.100.1").want(t, 200)
	if got := key.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 403).problem(t); got.Code != "insufficient_scope" {
		t.Errorf("without the scope: %+v", got)
	}
	rotated := owner.call(t, "POST", "/api-keys/"+id+"/rotate", map[string]any{"overlapSeconds": 60}).want(t, http.StatusCreated).json(t)
	next := user{in: in, token: rotated["key"].(string)}
	key.call(t, "GET", "/links", nil).want(t, 200)
	next.call(t, "GET", "/links", nil).want(t, 200)
	if rotated["id"] != id || rotated["previousExpiresAt"] == nil {
		t.Errorf("rotated %v", rotated)
	}
	in.clock.Advance(time.Minute)
	key.call(t, "GET", "/links", nil).want(t, http.StatusUnauthorized)
	if got := next.call(t, "GET", "/api-keys/current", nil).want(t, 200).json(t); got["id"] != id || got["status"] != "active" || got["workspaceName"] != "Ada's workspace" {
		t.Errorf("the current key is %v", got)
	}
	owner.call(t, "GET", "/api-keys/current", nil).want(t, http.StatusNotFound)
	owner.call(t, "DELETE", "/api-keys/"+id, nil).want(t, http.StatusNoContent)
	next.call(t, "GET", "/links", nil).want(t, http.StatusUnauthorized)
	owner.call(t, "GET", "/api-keys/"+id, nil).want(t, http.StatusNotFound)
}

func TestAPIKeys_FollowTheRoleOfTheirUser(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	admin := in.member(t, in.signUp(t), access.Admin)
	key, _ := admin.apiKey(t, access.LinksWrite, access.WorkspaceWrite)
	create := func() reply { return key.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}) }
	rename := func() reply { return key.call(t, "PATCH", "/workspaces/current", map[string]any{"name": "Nest"}) }
	create().want(t, http.StatusCreated)
	rename().want(t, http.StatusOK)
	in.setRole(t, admin, access.Editor)
	create().want(t, http.StatusCreated)
	rename().want(t, http.StatusForbidden)
	in.setRole(t, admin, access.Viewer)
	create().want(t, http.StatusForbidden)
	in.exec(t, `DELETE FROM members WHERE workspace_id = $1 AND user_id = $2`, admin.workspaceID, admin.id)
	create().want(t, http.StatusUnauthorized)
}

func TestAPIKeys_BelongToOneWorkspace(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	second := in.signUp(t)
	in.exec(t, `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 1)`, second.workspaceID, owner.id)
	key, _ := owner.apiKey(t, access.AllScopes()...)
	key.workspaceID = ""
	if got := key.call(t, "GET", "/workspaces/current", nil).want(t, 200).json(t)["id"]; got != owner.workspaceID {
		t.Errorf("works in %v", got)
	}
	if got := key.call(t, "GET", "/workspaces", nil).want(t, 200).json(t)["total"]; got != 1.0 {
		t.Errorf("lists %v workspaces", got)
	}
	key.call(t, "GET", "/workspaces/"+second.workspaceID, nil).want(t, http.StatusNotFound)
	key.call(t, "GET", "/links", nil, "Linnet-Workspace: "+second.workspaceID).want(t, http.StatusNotFound)
	key.call(t, "GET", "/links", nil, "Linnet-Workspace: "+owner.workspaceID).want(t, http.StatusOK)
}

func TestAPIKeys_HaveTheirOwnRateLimit(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	key, _ := owner.apiKey(t, access.LinksRead)
	other, _ := owner.apiKey(t, access.LinksRead)
	for want := 599; want >= 597; want-- {
		r := key.call(t, "GET", "/tags", nil).want(t, 200)
		if got := r.header.Get("RateLimit"); !strings.HasPrefix(got, fmt.Sprintf(`"default";r=%d;`, want)) {
			t.Errorf("RateLimit: %s, want %d left", got, want)
		}
	}
	if got := other.call(t, "GET", "/tags", nil).header.Get("RateLimit"); !strings.HasPrefix(got, `"default";r=599;`) {
		t.Errorf("RateLimit of another key: %s", got)
	}
}

// TestAPIKeys_LimitGuessing tries 10,000 secrets of the right form from one network.
func TestAPIKeys_LimitGuessing(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	key, _ := owner.apiKey(t, access.LinksRead)
	statuses := map[int]int{}
	for i := range 10_000 {
		guess := key.token[:len(key.token)-14] + fmt.Sprintf("%014d", i)
		if i%2 == 0 {
			guess = "lnt_" + ident.Alias("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 36)
		}
		statuses[user{in: in, token: guess}.call(t, "GET", "/tags", nil).status]++
	}
	if statuses[http.StatusUnauthorized] != 600 || statuses[http.StatusTooManyRequests] != 9_400 {
		t.Errorf("statuses %v", statuses)
	}
	if n := strings.Count(in.log.String(), "event=key.rejected"); n == 0 || n > 200 {
		t.Errorf("%d lines in the security log", n)
	}
	key.call(t, "GET", "/tags", nil).want(t, http.StatusOK)
}

func TestAPIKeys_SecretsAreNotStored(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	const idempotent = "Idempotency-Key: create-1"
	draft := map[string]any{"name": "Deploy", "scopes": []string{"links:write"}}
	made := owner.call(t, "POST", "/api-keys", draft, idempotent).want(t, http.StatusCreated).json(t)
	owner.call(t, "POST", "/api-keys", draft, idempotent).want(t, http.StatusConflict)
	if n := owner.call(t, "GET", "/api-keys", nil).json(t)["total"]; n != 1.0 {
		t.Errorf("%v keys after a repeated request", n)
	}
	rotated := owner.call(t, "POST", "/api-keys/"+made["id"].(string)+"/rotate", `{}`).want(t, http.StatusCreated).json(t)
	secrets := []string{made["key"].(string), rotated["key"].(string)}
	for _, secret := range secrets {
		user{in: in, token: secret}.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}, "Idempotency-Key: link")
		user{in: in, token: secret + "x"}.call(t, "GET", "/links", nil)
	}
	places := map[string][]byte{"log": in.log.Bytes()}
	err := filepath.WalkDir(in.dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			places[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil || len(places) < 2 {
		t.Fatal(err, len(places))
	}
	for place, content := range places {
		for _, secret := range secrets {
			if bytes.Contains(content, []byte(secret[12:])) {
				t.Errorf("a secret is in %s", place)
			}
		}
	}
}
