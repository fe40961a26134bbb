package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
)

// webhook creates a webhook with a test message and returns their ids.
func (u user) webhook(t testing.TB) (id, deliveryID string) {
	t.Helper()
	made := u.call(t, "POST", "/webhooks", map[string]any{"url": "https://example.com/hooks", "events": []string{"link.created"}}).want(t, http.StatusCreated).json(t)
	id = made["id"].(string)
	return id, u.call(t, "POST", "/webhooks/"+id+"/test", nil).want(t, http.StatusAccepted).json(t)["id"].(string)
}

func TestWebhooks_LifeCycle(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	draft := map[string]any{"url": "https://example.com/hooks?token=abc", "events": []string{"link.updated", "link.created"}, "description": "CRM"}
	idempotent := "Idempotency-Key: hook-1"
	made := owner.call(t, "POST", "/webhooks", draft, idempotent).want(t, http.StatusCreated).json(t)
	secret, id := made["secret"].(string), made["id"].(string)
	if !strings.HasPrefix(secret, "whsec_") || made["enabled"] != true || made["disabledReason"] != nil {
		t.Errorf("created: %v", made)
	}
	owner.call(t, "POST", "/webhooks", draft, idempotent).want(t, http.StatusConflict)
	for _, path := range []string{"/webhooks", "/webhooks/" + id, "/audit-log"} {
		if got := owner.call(t, "GET", path, nil).want(t, 200); strings.Contains(string(got.body), "whsec_") {
			t.Errorf("%s has the secret: %s", path, got.body)
		}
	}
	if log := owner.call(t, "GET", "/audit-log", nil).want(t, 200); strings.Contains(string(log.body), "token=abc") {
		t.Errorf("the audit log has the URL: %s", log.body)
	}
	owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusCreated)
	list := owner.call(t, "GET", "/webhooks/"+id+"/deliveries", nil).want(t, 200).json(t)
	if list["total"] != 1.0 {
		t.Fatalf("deliveries: %v", list)
	}
	delivery := list["items"].([]any)[0].(map[string]any)
	if delivery["event"] != "link.created" || delivery["status"] != "pending" || delivery["nextAttemptAt"] == nil || delivery["lastStatusCode"] != nil {
		t.Errorf("the delivery is %v", delivery)
	}
	one := owner.call(t, "GET", "/webhooks/"+id+"/deliveries/"+delivery["id"].(string), nil).want(t, 200).json(t)
	if body := one["body"].(string); !strings.Contains(body, `"shortUrl":"https://go.example.com/`) {
		t.Errorf("the body is %s", body)
	}
	owner.call(t, "GET", "/webhooks/"+id+"/deliveries?status=failed", nil).want(t, 200)
	p := owner.call(t, "GET", "/webhooks/"+id+"/deliveries?status=lost", nil).want(t, 422).problem(t)
	if diff := cmp.Diff([]string{"status: Use pending, succeeded, failed or cancelled."}, p.fields()); diff != "" {
		t.Error(diff)
	}
	rotated := owner.call(t, "POST", "/webhooks/"+id+"/rotate-secret", map[string]any{"overlapSeconds": 60}).want(t, http.StatusCreated).json(t)
	if rotated["secret"] == secret || rotated["previousSecretExpiresAt"] == nil {
		t.Errorf("rotated: %v", rotated)
	}
	disabled := owner.call(t, "PATCH", "/webhooks/"+id, map[string]any{"enabled": false}).want(t, 200).json(t)
	if disabled["enabled"] != false || disabled["disabledReason"] != "member" {
		t.Errorf("disabled: %v", disabled)
	}
	owner.call(t, "POST", "/webhooks/"+id+"/test", nil).want(t, http.StatusConflict)
	owner.call(t, "DELETE", "/webhooks/"+id, nil).want(t, http.StatusNoContent)
	owner.call(t, "GET", "/webhooks/"+id, nil).want(t, http.StatusNotFound)
}

// TestWebhooks_SendLinksAsTheAPIReturnsThem compares each field of the payload.
func TestWebhooks_SendLinksAsTheAPIReturnsThem(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	hook := owner.call(t, "POST", "/webhooks", map[string]any{"url": "https://example.com/hooks", "events": []string{"link.created"}}).want(t, 201).json(t)["id"].(string)
	folder := owner.call(t, "POST", "/folders", map[string]any{"name": "Press"}).want(t, 201).json(t)["id"]
	for name, draft := range map[string]map[string]any{
		"nothing set": {"url": "https://example.com/"},
		"all set": {
			"url": "https://example.com/", "title": "Launch", "folderId": folder, "tags": []string{"spring"}, "maxClicks": 3,
			"startsAt": "2026-01-01T00:00:00Z", "expiresAt": "2036-01-01T00:00:00Z",
		},
	} {
		in.clock.Advance(time.Second)
		created := owner.call(t, "POST", "/links", draft).want(t, 201).json(t)
		newest := owner.call(t, "GET", "/webhooks/"+hook+"/deliveries", nil).want(t, 200).json(t)["items"].([]any)[0].(map[string]any)
		text := owner.call(t, "GET", "/webhooks/"+hook+"/deliveries/"+newest["id"].(string), nil).want(t, 200).json(t)["body"].(string)
		var body struct{ Data map[string]any }
		if err := json.Unmarshal([]byte(text), &body); err != nil {
			t.Fatal(err)
		}
		compared := 0
		for field, sent := range body.Data {
			if returned, ok := created[field]; ok {
				compared++
				if diff := cmp.Diff(returned, sent); diff != "" {
					t.Errorf("%s, %s: %s", name, field, diff)
				}
			}
		}
		if compared < 10 {
			t.Errorf("%s: only %d fields of %s are the API's", name, compared, text)
		}
	}
}

func TestWebhooks_ReportFieldErrors(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	p := owner.call(t, "POST", "/webhooks", map[string]any{"url": "http://10.0.0.1/", "events": []string{"link.opened"}}).want(t, 422).problem(t)
	want := []string{
		"url: Use https://. Requests over http:// could be read and changed on the way.",
		"events[0]: Unknown event. Use one such as link.created.",
	}
	if diff := cmp.Diff(want, p.fields()); diff != "" {
		t.Error(diff)
	}
}

func TestWebhooks_AreLimitedInTestsAndWorkWithKeys(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	key, _ := owner.apiKey(t, access.WebhooksWrite)
	id, _ := key.webhook(t)
	limited := false
	for range 40 {
		if owner.call(t, "POST", "/webhooks/"+id+"/test", nil).status == http.StatusTooManyRequests {
			limited = true
		}
	}
	if !limited {
		t.Error("40 test messages at once are accepted")
	}
}

// orUnknown returns the id, or that of no record where a scene has none.
func orUnknown(id string) string {
	if id == "" {
		return "unknown"
	}
	return id
}
