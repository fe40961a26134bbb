package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/scheduledreport"
)

func TestScheduledReports_CreateUpdateSendDelete(t *testing.T) {
	t.Parallel()
	_, behind := withClicks(t)
	in := newInstall(t, behind)
	ada := in.signUp(t)
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, ada.workspaceID) // allows members
	bob := in.member(t, ada, access.Viewer)
	tag := ada.call(t, "POST", "/tags", map[string]any{"name": "spring"}).want(t, 201).json(t)["id"].(string)
	made := ada.call(t, "POST", "/scheduled-reports", map[string]any{
		"name": " Spring ", "every": "week", "receiverIds": []string{bob.id, ada.id},
		"filters": []any{map[string]any{"dimension": "tag", "values": []string{"spring"}}},
	}).want(t, 201).json(t)
	path := "/scheduled-reports/" + made["id"].(string)
	filter := map[string]any{"dimension": "tag", "values": []any{tag}, "labels": map[string]any{tag: "spring"}}
	for field, want := range map[string]any{
		"name": "Spring", "every": "week", "traffic": "human", "paused": false, "filters": []any{filter}, "lastSentAt": nil,
		// Wednesday, 1 April 2026: on the next Monday at 8:00 in the zone of the workspace.
		"nextAt": "2026-04-06T08:00:00Z", "createdBy": ada.id, "creatorName": "Ada Lovelace",
	} {
		if diff := cmp.Diff(want, made[field]); diff != "" {
			t.Errorf("%s: %s", field, diff)
		}
	}
	if n := len(made["receivers"].([]any)); n != 2 {
		t.Errorf("%d receivers, want 2", n)
	}
	paused := ada.call(t, "PATCH", path, map[string]any{"paused": true}).want(t, 200).json(t)
	if diff := cmp.Diff([]any{filter}, paused["filters"]); diff != "" || paused["nextAt"] != nil || len(paused["receivers"].([]any)) != 2 {
		t.Errorf("a partial update changed other fields: %v", paused)
	}
	if n := bob.call(t, "GET", "/scheduled-reports", nil).want(t, 200).json(t)["total"]; n != 1.0 {
		t.Errorf("a receiver sees %v reports", n)
	}
	bob.call(t, "PATCH", path, map[string]any{"paused": false}).want(t, 403)
	bob.call(t, "POST", path+"/send", nil).want(t, 202)
	bob.call(t, "POST", path+"/send", nil).want(t, 202) // replaces the first
	if n := in.query(t, `SELECT task_key FROM tasks WHERE kind = 'mail' AND payload LIKE '%scheduled_report%'`); len(n) != 1 {
		t.Errorf("%v are queued, want one mail", n)
	}
	bob.call(t, "POST", "/scheduled-reports", map[string]any{"name": "x", "every": "week", "receiverIds": []string{ada.id}}).want(t, 403)
	bad := ada.call(t, "PATCH", path, map[string]any{
		"filters": []any{map[string]any{"dimension": "tag", "values": []string{"autumn"}}},
	}).want(t, 422).problem(t)
	if !strings.Contains(strings.Join(bad.fields(), ""), "autumn") {
		t.Errorf("%v", bad.fields())
	}
	ada.call(t, "DELETE", path, nil).want(t, 204)
	ada.call(t, "GET", path, nil).want(t, 404)
	actions := ada.call(t, "GET", "/audit-log?action=scheduled_report", nil).want(t, 200).json(t)["items"].([]any)
	if len(actions) != 3 {
		t.Errorf("the audit log has %d events, want 3", len(actions))
	}
}

// TestScheduledReports_MailWhatTheReceiverSees compares the mails of a week to the owner and
// to a member without access to a folder.
func TestScheduledReports_MailWhatTheReceiverSees(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	made := v.owner.call(t, "POST", "/scheduled-reports", map[string]any{
		"name": "All", "every": "week", "receiverIds": []string{v.owner.id, v.limited.id},
	}).want(t, 201).json(t)
	inFolder := v.owner.call(t, "POST", "/scheduled-reports", map[string]any{
		"name": "Folder", "every": "week", "receiverIds": []string{v.limited.id},
		"filters": []any{map[string]any{"dimension": "folder", "values": []string{v.folderID}}},
	}).want(t, 201).json(t)
	v.in.clock.Advance(5 * 24 * time.Hour) // Monday
	mail := scheduledreport.MailData{
		WorkspaceID: v.owner.workspaceID, ReportID: made["id"].(string), Cadence: scheduledreport.Weekly, FirstDay: "2026-03-30",
	}
	for userID, want := range map[string]int64{v.owner.id: hiddenClicks + 1, v.limited.id: 1} {
		mail.UserID = userID
		m, err := v.in.reports.Compose(t.Context(), mail)
		if err != nil {
			t.Fatal(err)
		}
		var days int64
		for _, point := range m.Figures.Points {
			days += point.Clicks
		}
		if m.Figures.Count.Clicks != want || days != want || len(m.Figures.Points) != 7 {
			t.Errorf("%d clicks, %d on %d days, want %d", m.Figures.Count.Clicks, days, len(m.Figures.Points), want)
		}
		seen := fmt.Sprintf("%+v", m.Figures)
		if leak := v.leak([]byte(seen)); (leak != "") != (userID == v.owner.id) {
			t.Errorf("the mail has %q: %s", leak, seen)
		}
	}
	mail.ReportID, mail.UserID = inFolder["id"].(string), v.limited.id
	if _, err := v.in.reports.Compose(t.Context(), mail); !fault.Is(err, fault.NotFound) {
		t.Errorf("a report about a hidden folder is mailed: %v", err)
	}
	if got := v.limited.call(t, "GET", "/scheduled-reports", nil).want(t, 200); v.leak(got.body) != "" || got.json(t)["total"] != 1.0 {
		t.Errorf("the list has %s", got.body)
	}
}
