package httpapi_test

import (
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
