package httpapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/core/workspace"
)

func TestUpdateWorkspace_ChangesTheTimeZone(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	changed := u.call(t, "PATCH", "/workspaces/current", map[string]any{"timeZone": "Asia/Tokyo"}).want(t, 200).json(t)
	if changed["timeZone"] != "Asia/Tokyo" {
		t.Errorf("time zone %v", changed["timeZone"])
	}
	for _, bad := range []string{"Mars/Olympus", "", "Local", "../../etc/passwd"} {
		p := u.call(t, "PATCH", "/workspaces/current", map[string]any{"timeZone": bad}).want(t, 422).problem(t)
		if len(p.Errors) != 1 || p.Errors[0].Field != "timeZone" {
			t.Errorf("%q: %+v", bad, p)
		}
	}
}

func TestRequestPlan_ReachesTheOperator(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	request := func(name string, status int) {
		t.Helper()
		u.call(t, "POST", "/workspaces/current/plan-request", map[string]any{"package": name}).want(t, status)
	}
	request("GOLD", 422)
	request("FREE", 422) // the current one
	for range 3 {
		request("BUSINESS", 200)
	}
	request("BUSINESS", 429)
	want := workspace.PlanRequest{WorkspaceID: u.workspaceID, WorkspaceName: "Ada's workspace", Current: "FREE", Package: "BUSINESS"}
	if len(in.planRequests) != 3 || in.planRequests[0] != want {
		t.Errorf("requests %+v", in.planRequests)
	}
}

func TestGetWorkspace_ReturnsRoleAndPermissions(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	for _, role := range access.Roles() {
		member := in.member(t, owner, role)
		var want []any
		for _, p := range access.Permissions(role) {
			want = append(want, string(p))
		}
		current := member.call(t, "GET", "/workspaces/current", nil).want(t, 200).json(t)
		if diff := cmp.Diff(want, current["permissions"]); diff != "" || current["role"] != string(role) {
			t.Errorf("%s: role %v, permissions %s", role, current["role"], diff)
		}
		// The list has the role in each workspace: members own the first.
		items := member.call(t, "GET", "/workspaces", nil).want(t, 200).json(t)["items"].([]any)
		roles := []any{items[0].(map[string]any)["role"], items[1].(map[string]any)["role"]}
		if diff := cmp.Diff([]any{"owner", string(role)}, roles); diff != "" {
			t.Errorf("%s: %s", role, diff)
		}
	}
}

func TestListPackages_HasLimitsAsNumbers(t *testing.T) {
	t.Parallel()
	body := newInstall(t).anonymous().call(t, "GET", "/packages", nil).want(t, 200).json(t)
	want := map[string]map[string]any{
		"FREE":       {"links": 100.0, "clicksPerMonth": 5000.0, "retentionDays": 60.0},
		"ENTERPRISE": {"links": nil, "clicksPerMonth": nil, "retentionDays": nil},
	}
	for _, period := range []string{"monthly", "yearly"} {
		for _, item := range body[period].([]any) {
			p := item.(map[string]any)
			if limits, ok := want[p["name"].(string)]; ok {
				if diff := cmp.Diff(limits, p["limits"]); diff != "" {
					t.Errorf("%s: %s", p["id"], diff)
				}
			}
			if p["name"] == "FREE" && !cmp.Equal(p["extras"], []any{"No credit card needed"}) {
				t.Errorf("extras %v", p["extras"])
			}
		}
	}
}

func TestUpdateWorkspace_DefaultDomainIsThatOfNewLinks(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada, eve := in.signUp(t), in.signUp(t)
	const host = "go.brand.example"
	id := in.verifiedDomain(t, ada, host)
	choose := func(domainID any, status int) reply {
		t.Helper()
		return ada.call(t, "PATCH", "/workspaces/current", map[string]any{"defaultDomainId": domainID}).want(t, status)
	}
	newLink := func(u user, want string) {
		t.Helper()
		draft := map[string]any{"url": "https://example.com/"}
		if l := u.call(t, "POST", "/links", draft).want(t, 201).json(t); l["domain"] != want {
			t.Errorf("a new link is on %v, want %s", l["domain"], want)
		}
	}
	if w := ada.call(t, "GET", "/workspaces/current", nil).want(t, 200).json(t); w["defaultDomainId"] != nil {
		t.Errorf("a new workspace has %v", w["defaultDomainId"])
	}
	newLink(ada, "go.example.com")
	if w := choose(id, 200).json(t); w["defaultDomainId"] != id {
		t.Errorf("the workspace has %v", w["defaultDomainId"])
	}
	newLink(ada, host)
	newLink(eve, "go.example.com")
	bulk := ada.call(t, "POST", "/links/bulk", map[string]any{"links": []any{map[string]any{"url": "https://example.com/"}}})
	if !strings.Contains(string(bulk.body), `"domain":"`+host+`"`) {
		t.Errorf("several links: %s", bulk.body)
	}
	if p := ada.call(t, "POST", "/bio-pages", map[string]any{"handle": "ada", "title": "Ada"}).want(t, 201).json(t); p["domain"] != host {
		t.Errorf("a new page is on %v", p["domain"])
	}
	pending := ada.call(t, "POST", "/domains", map[string]any{"host": "new.brand.example"}).want(t, 201).json(t)["id"]
	for _, refused := range []any{pending, in.verifiedDomain(t, eve, "go.other.example"), "dom_0000000000000"} {
		if p := choose(refused, 422).problem(t); len(p.Errors) != 1 || p.Errors[0].Field != "defaultDomainId" {
			t.Errorf("%v: %+v", refused, p)
		}
	}
	in.member(t, ada, access.Editor).call(t, "PATCH", "/workspaces/"+ada.workspaceID, map[string]any{"defaultDomainId": nil}).want(t, 403)
	newLink(ada, host)
	ada.call(t, "DELETE", "/domains/"+id, nil).want(t, 204)
	newLink(ada, "go.example.com")
	ada.call(t, "POST", "/domains/"+id+"/restore", nil).want(t, 200)
	newLink(ada, host)
	choose(nil, 200)
	newLink(ada, "go.example.com")
	changes, _ := ada.auditEntries(t, "subject="+ada.workspaceID+"&action=workspace.updated")
	if len(changes) != 2 || changes[1]["summary"] != "changed the domain of new links of the workspace Ada's workspace" {
		t.Errorf("audit log %v", changes)
	}
}

func TestListWorkspaces_FindsTheOneThatHoldsAnItem(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	webhook := v.made(t, "/webhooks", map[string]any{"url": "https://hooks.example.com/", "events": []string{"link.created"}})
	domain := v.made(t, "/domains", map[string]any{"host": "go.example.org"})
	atHome := user{in: v.in, token: v.limited.token} // in the member's own workspace
	stranger := v.in.signUp(t)
	for name, c := range map[string]struct {
		asked user
		id    string
		found bool
	}{
		"a link":                      {atHome, v.visibleID, true},
		"a bio page":                  {atHome, v.scene.pageID, true},
		"a domain":                    {atHome, domain, true},
		"a QR code":                   {v.owner, v.scene.qrCodeID, true},
		"a webhook":                   {v.owner, webhook, true},
		"a link in a hidden folder":   {atHome, v.scene.linkID, false},
		"a QR code of a hidden link":  {atHome, v.scene.qrCodeID, false},
		"a webhook, as an editor":     {atHome, webhook, false},
		"a deleted link":              {v.owner, v.scene.deletedID, false},
		"a link, as a stranger":       {stranger, v.visibleID, false},
		"an id that does not exist":   {atHome, "lnk_0000000000000", false},
		"something without a page":    {atHome, v.folderID, false},
		"something that is not an id": {atHome, "visible", false},
	} {
		want := []any{}
		if c.found {
			want = append(want, v.owner.workspaceID)
		}
		got := []any{}
		for _, w := range c.asked.call(t, "GET", "/workspaces?holds="+c.id, nil).want(t, 200).json(t)["items"].([]any) {
			got = append(got, w.(map[string]any)["id"])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
