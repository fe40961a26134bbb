package httpapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestAdmin_FirstAccountIsTheOnlyOperator(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	first, second := in.signUp(t), in.signUp(t)
	for name, c := range map[string]struct {
		u    user
		want bool
	}{"first": {first, true}, "second": {second, false}} {
		if got := c.u.call(t, "GET", "/me", nil).want(t, http.StatusOK).json(t)["operator"]; got != c.want {
			t.Errorf("%s: operator %v", name, got)
		}
	}
	second.call(t, "GET", "/admin/users", nil).want(t, http.StatusNotFound)
	key, _ := first.apiKey(t, "links:write")
	key.call(t, "GET", "/admin/users", nil).want(t, http.StatusForbidden)
}

func TestAdmin_SuspendsAndRestoresAUser(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator, ada := in.signUp(t), in.signUp(t)
	operator.call(t, "POST", "/admin/users/"+ada.id+"/suspend", nil).want(t, http.StatusOK)
	ada.call(t, "GET", "/me", nil).want(t, http.StatusUnauthorized)
	listed := operator.call(t, "GET", "/admin/users?state=suspended", nil).want(t, http.StatusOK).json(t)
	if items := listed["items"].([]any); len(items) != 1 || items[0].(map[string]any)["id"] != ada.id || listed["total"] != float64(1) {
		t.Errorf("suspended users %v", listed)
	}
	operator.call(t, "POST", "/admin/users/"+ada.id+"/restore", nil).want(t, http.StatusOK)
	grace := in.signUp(t)
	operator.call(t, "DELETE", "/admin/users/"+grace.id+"/sessions", nil).want(t, http.StatusNoContent)
	grace.call(t, "GET", "/me", nil).want(t, http.StatusUnauthorized)
	operator.call(t, "POST", "/admin/users/"+operator.id+"/suspend", nil).want(t, http.StatusConflict)
	operator.call(t, "POST", "/admin/users/usr_0000000000000/suspend", nil).want(t, http.StatusNotFound)
	if kinds := in.query(t, `SELECT kind FROM events WHERE actor_kind = 'operator' AND actor_id = $1 AND workspace_id = ''`, operator.id); len(kinds) != 3 {
		t.Errorf("events of the operator: %q", kinds)
	}
}

func TestAdmin_PagesUsers(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator := in.signUp(t)
	for range 4 {
		in.signUp(t)
	}
	seen := map[any]bool{}
	for path := "/admin/users?limit=2"; path != ""; {
		page := operator.call(t, "GET", path, nil).want(t, http.StatusOK).json(t)
		for _, item := range page["items"].([]any) {
			seen[item.(map[string]any)["id"]] = true
		}
		path = ""
		if next, ok := page["nextCursor"].(string); ok {
			path = "/admin/users?limit=2&cursor=" + next
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d users on all pages", len(seen))
	}
}

func TestAdmin_FindsAndBlocksLinks(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator, ada := in.signUp(t), in.signUp(t)
	made := ada.call(t, "POST", "/links", map[string]any{"url": "https://Shop.example.org/100%25_off", "alias": "spring"}).want(t, 201).json(t)
	for _, search := range []string{"spring", "https://go.example.com/spring", "shop.EXAMPLE", "100%25_off"} {
		found := operator.call(t, "GET", "/admin/links?search="+url.QueryEscape(search), nil).want(t, 200).json(t)["items"].([]any)
		if len(found) != 1 || found[0].(map[string]any)["shortLink"] != "go.example.com/spring" {
			t.Errorf("%s: %v", search, found)
		}
	}
	id := made["id"].(string)
	operator.call(t, "POST", "/admin/links/"+id+"/block", nil).want(t, 204)
	if got := ada.call(t, "GET", "/links/"+id, nil).want(t, 200).json(t)["status"]; got != "blocked" {
		t.Errorf("status %v", got)
	}
	// Members do not learn which operator it was.
	history := ada.call(t, "GET", "/links/"+id+"/history", nil).want(t, 200)
	if strings.Contains(string(history.body), operator.id) {
		t.Errorf("history names the operator: %s", history.body)
	}
	operator.call(t, "POST", "/admin/links/"+id+"/unblock", nil).want(t, 204)
}

func TestAdmin_SetsThePlanOfAWorkspace(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator, ada := in.signUp(t), in.signUp(t)
	operator.call(t, "PATCH", "/admin/workspaces/"+ada.workspaceID, map[string]any{"plan": "professional"}).want(t, 204)
	listed := operator.call(t, "GET", "/admin/workspaces?search="+ada.workspaceID, nil).want(t, 200).json(t)["items"].([]any)
	if len(listed) != 1 || listed[0].(map[string]any)["plan"] != "PROFESSIONAL" {
		t.Errorf("workspaces %v", listed)
	}
	operator.call(t, "PATCH", "/admin/workspaces/"+ada.workspaceID, map[string]any{"plan": "GOLD"}).want(t, 422)
}

func TestAdmin_ManagesBlockRules(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator := in.signUp(t)
	body := map[string]any{"kind": "prefix", "pattern": "https://Files.example/u/mallory", "reason": "Malware"}
	made := operator.call(t, "POST", "/admin/block-rules", body).want(t, 201).json(t)
	if made["pattern"] != "files.example/u/mallory" || made["createdBy"] != operator.id {
		t.Errorf("rule %v", made)
	}
	operator.call(t, "POST", "/admin/block-rules", body).want(t, 409)
	for _, bad := range []map[string]any{{"kind": "regexp", "pattern": "evil.example"}, {"kind": "pattern", "pattern": "*a*"}} {
		operator.call(t, "POST", "/admin/block-rules", bad).want(t, 422)
	}
	listed := operator.call(t, "GET", "/admin/block-rules?search=MALWARE", nil).want(t, 200).json(t)
	if listed["total"] != float64(1) {
		t.Errorf("rules %v", listed)
	}
	path := "/admin/block-rules/" + made["id"].(string)
	operator.call(t, "DELETE", path, nil).want(t, 204)
	operator.call(t, "DELETE", path, nil).want(t, 404)
}
