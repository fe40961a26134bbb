package httpapi_test

import (
	"net/http"
	"testing"
)

func TestAdmin_ReadsAndChangesDenylists(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator := in.signUp(t)
	in.exec(t, `INSERT INTO deny_feeds (id, name, url, entries, generation, created_by, created_at)
		VALUES ('dnl_0000000000001', 'Phishing', 'https://lists.example/x', 3, 1, '', 1)`)
	listed := operator.call(t, "GET", "/admin/denylists", nil).want(t, http.StatusOK).json(t)
	if listed["total"] != float64(1) {
		t.Errorf("lists %v", listed)
	}
	path := "/admin/denylists/dnl_0000000000001"
	changed := operator.call(t, "PATCH", path, map[string]any{"paused": true, "name": " Evil "}).want(t, http.StatusOK).json(t)
	if changed["paused"] != true || changed["name"] != "Evil" || changed["entries"] != float64(3) {
		t.Errorf("changed %v", changed)
	}
	operator.call(t, "PATCH", path, map[string]any{"name": " "}).want(t, http.StatusUnprocessableEntity)
	operator.call(t, "POST", path+"/update", map[string]any{}).want(t, http.StatusConflict)
	operator.call(t, "DELETE", path, nil).want(t, http.StatusNoContent)
	operator.call(t, "DELETE", path, nil).want(t, http.StatusNotFound)
	made := operator.call(t, "POST", "/admin/denylist-exceptions", map[string]any{"pattern": "https://Bit.ly/"}).want(t, http.StatusCreated).json(t)
	if made["pattern"] != "bit.ly" {
		t.Errorf("exception %v", made)
	}
	operator.call(t, "POST", "/admin/denylist-exceptions", map[string]any{"pattern": "BIT.ly"}).want(t, http.StatusConflict)
	operator.call(t, "DELETE", "/admin/denylist-exceptions/"+made["id"].(string), nil).want(t, http.StatusNoContent)
}

func TestAdmin_ResolvesAbuseCases(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator, ada := in.signUp(t), in.signUp(t)
	made := ada.call(t, "POST", "/links", map[string]any{"url": "https://evil.example/", "alias": "spring"}).want(t, 201).json(t)
	for _, id := range []string{"1", "2"} {
		target := made["id"].(string)
		if id == "2" {
			target = "lnk_0000000000009" // deleted for good
		}
		in.exec(t, `INSERT INTO abuse_cases (id, target_id, workspace_id, short_link, state, reports, created_at, reported_at)
			VALUES ('abc_000000000000`+id+`', '`+target+`', '`+ada.workspaceID+`', 'go.example.com/spring', 'open', 1, `+id+`, 2)`)
		in.exec(t, `INSERT INTO abuse_reports (id, case_id, reason, details, email, created_at)
			VALUES ('abr_000000000000`+id+`', 'abc_000000000000`+id+`', 'spam', 'x', '', 1)`)
	}
	path := "/admin/abuse-cases/abc_0000000000001"
	details := operator.call(t, "GET", path, nil).want(t, 200).json(t)
	if details["url"] != "https://evil.example/" || details["reason"] != "spam" || len(details["items"].([]any)) != 1 {
		t.Errorf("case %v", details)
	}
	ada.call(t, "GET", path, nil).want(t, 404)
	operator.call(t, "POST", path+"/resolve", map[string]any{"action": "suspend_workspace"}).want(t, 422)
	operator.call(t, "POST", path+"/resolve", map[string]any{"action": "block_host", "note": "Spam"}).want(t, 200)
	operator.call(t, "POST", path+"/resolve", map[string]any{"action": "dismiss"}).want(t, 409)
	if rules := operator.call(t, "GET", "/admin/block-rules", nil).want(t, 200).json(t); rules["total"] != float64(1) {
		t.Errorf("rules %v", rules)
	}
	operator.call(t, "POST", "/admin/abuse-cases/abc_0000000000002/suspend-workspace", map[string]any{}).want(t, 200)
	ada.call(t, "GET", "/links", nil).want(t, 403)
	if open := operator.call(t, "GET", "/admin/abuse-cases?state=open", nil).want(t, 200).json(t); open["total"] != float64(0) {
		t.Errorf("open cases %v", open)
	}
}
