package httpapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/core/clickcount"
)

func TestAlerts_CreateUpdateDelete(t *testing.T) {
	t.Parallel()
	_, behind := withClicks(t)
	in := newInstall(t, behind)
	ada := in.signUp(t)
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, ada.workspaceID) // allows members
	bob := in.member(t, ada, access.Viewer)
	tag := ada.call(t, "POST", "/tags", map[string]any{"name": "spring"}).want(t, 201).json(t)["id"].(string)
	made := ada.call(t, "POST", "/alerts", map[string]any{
		"name": " Spring ", "kind": "spike", "receiverIds": []string{bob.id, ada.id},
		"filters": []any{map[string]any{"dimension": "tag", "values": []string{"spring"}}},
	}).want(t, 201).json(t)
	path := "/alerts/" + made["id"].(string)
	filter := map[string]any{"dimension": "tag", "values": []any{tag}, "labels": map[string]any{tag: "spring"}}
	for field, want := range map[string]any{
		"name": "Spring", "kind": "spike", "percent": 200.0, "minClicks": 50.0, "paused": false, "filters": []any{filter}, "lastRaisedAt": nil,
		"createdBy": ada.id, "creatorName": "Ada Lovelace",
	} {
		if diff := cmp.Diff(want, made[field]); diff != "" {
			t.Errorf("%s: %s", field, diff)
		}
	}
	if n := len(made["receivers"].([]any)); n != 2 {
		t.Errorf("%d receivers, want 2", n)
	}
	paused := ada.call(t, "PATCH", path, map[string]any{"paused": true}).want(t, 200).json(t)
	if diff := cmp.Diff([]any{filter}, paused["filters"]); diff != "" || paused["paused"] != true || len(paused["receivers"].([]any)) != 2 {
		t.Errorf("a partial update changed other fields: %v", paused)
	}
	if n := bob.call(t, "GET", "/alerts", nil).want(t, 200).json(t)["total"]; n != 1.0 {
		t.Errorf("a receiver sees %v alerts", n)
	}
	bob.call(t, "PATCH", path, map[string]any{"paused": false}).want(t, 403)
	bob.call(t, "POST", "/alerts", map[string]any{"name": "x", "kind": "fall", "receiverIds": []string{ada.id}}).want(t, 403)
	bad := ada.call(t, "PATCH", path, map[string]any{"kind": "fall", "percent": 200}).want(t, 422).problem(t)
	if !strings.Contains(strings.Join(bad.fields(), ""), "percent") {
		t.Errorf("%v", bad.fields())
	}
	ada.call(t, "DELETE", "/workspaces/"+ada.workspaceID+"/members/"+bob.id, nil).want(t, 204)
	if left := ada.call(t, "GET", path, nil).want(t, 200).json(t)["receiverIds"]; len(left.([]any)) != 1 {
		t.Errorf("the receivers are %v after one left", left)
	}
	ada.call(t, "DELETE", path, nil).want(t, 204)
	ada.call(t, "GET", path, nil).want(t, 404)
	actions := ada.call(t, "GET", "/audit-log?action=alert", nil).want(t, 200).json(t)["items"].([]any)
	if len(actions) != 3 {
		t.Errorf("the audit log has %d events, want 3", len(actions))
	}
}

// TestAlerts_NotifyOfWhatTheReceiverSees raises alerts about clicks in a folder that is
// hidden from one of the receivers.
func TestAlerts_NotifyOfWhatTheReceiverSees(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	both := []string{v.owner.id, v.limited.id}
	inFolder := []any{map[string]any{"dimension": "folder", "values": []string{v.folderID}}}
	for week := 1; week <= 4; week++ {
		at := noon.AddDate(0, 0, -7*week).Add(30 * time.Minute)
		v.clicks.visit(t, v.owner, v.visibleID, "visible", at)
		v.clicks.visit(t, v.owner, v.scene.linkID, v.scene.alias, at, secretHit)
	}
	for range hiddenClicks {
		v.clicks.visit(t, v.owner, v.scene.linkID, v.scene.alias, noon.Add(30*time.Minute), secretHit)
	}
	for range 30 {
		v.clicks.visit(t, v.owner, v.visibleID, "visible", noon.Add(30*time.Minute))
	}
	eventually(t, "the clicks arrive", func() bool { return v.clicks.pipeline.Stats().Waiting == 0 })
	v.made(t, "/alerts", map[string]any{"name": "All", "kind": "spike", "minClicks": 20, "receiverIds": both})
	many := v.made(t, "/alerts", map[string]any{"name": "Many", "kind": "spike", "minClicks": 31, "receiverIds": both})
	v.made(t, "/alerts", map[string]any{"name": "Folder secretmark", "kind": "spike", "minClicks": 2, "filters": inFolder, "receiverIds": both})
	v.made(t, "/alerts", map[string]any{"name": "First", "kind": "first_click", "receiverIds": both})

	v.in.clock.Advance(time.Hour + 2*time.Minute)
	if err := v.in.alerts.CheckDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	batch := clickcount.Batch{Source: "test", Through: 1, At: v.in.clock.Now(), Watched: map[string]bool{v.owner.workspaceID: true}}
	for _, id := range []string{v.visibleID, v.scene.linkID} {
		batch.Added = append(batch.Added, clickcount.Clicks{LinkID: id, WorkspaceID: v.owner.workspaceID, Clicks: 1, LastClickedAt: batch.At})
	}
	if _, err := v.in.records.RegisterSource(t.Context(), clickcount.Registration{Source: "test"}); err != nil {
		t.Fatal(err)
	}
	if err := v.in.records.AddClicks(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	if err := v.in.alerts.CheckFirstClicks(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen := v.limited.call(t, "GET", "/notifications", nil).want(t, 200)
	if leak := v.leak(seen.body); leak != "" {
		t.Errorf("the notifications have %q: %s", leak, seen.body)
	}
	titles := func(u user) (all []string) {
		for _, n := range u.call(t, "GET", "/notifications", nil).want(t, 200).json(t)["items"].([]any) {
			if n := n.(map[string]any); strings.HasPrefix(n["kind"].(string), "alerts.") {
				all = append(all, n["title"].(string))
			}
		}
		slices.Sort(all)
		return all
	}
	// The limited member has 30 clicks, which are too few for the alert "Many".
	want := []string{"All: 30 clicks, usually 1", "First: first click on go.example.com/visible"}
	if diff := cmp.Diff(want, titles(v.limited)); diff != "" {
		t.Error(diff)
	}
	want = []string{
		"All: 73 clicks, usually 2", "First: first clicks on 2 links", "Folder secretmark: 43 clicks, usually 1", "Many: 73 clicks, usually 2",
	}
	if diff := cmp.Diff(want, titles(v.owner)); diff != "" {
		t.Error(diff)
	}
	// Neither the alert of a hidden folder nor when another was raised.
	list := v.limited.call(t, "GET", "/alerts", nil).want(t, 200)
	if leak := v.leak(list.body); leak != "" || list.json(t)["total"] != 3.0 || strings.Contains(string(list.body), `"lastRaisedAt":"`) {
		t.Errorf("the list has %q: %s", leak, list.body)
	}
	if raised := v.owner.call(t, "GET", "/alerts/"+many, nil).want(t, 200).json(t)["lastRaisedAt"]; raised == nil {
		t.Error("the owner does not see when the alert was raised")
	}
}
