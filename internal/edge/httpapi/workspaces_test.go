package httpapi_test

import (
	"testing"

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
