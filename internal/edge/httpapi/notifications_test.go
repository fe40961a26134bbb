package httpapi_test

import (
	"testing"
)

func TestNotifications_ListAndMarkRead(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	empty := u.call(t, "GET", "/notifications", nil).want(t, 200).json(t)
	if empty["total"] != 0.0 || empty["unread"] != 0.0 || len(empty["items"].([]any)) != 0 || empty["nextCursor"] != nil {
		t.Errorf("%v", empty)
	}
	for range 2 {
		in.anonymous().call(t, "POST", "/auth/login", map[string]any{"email": "ada1@example.com", "password": goodPassword}, "User-Agent: Lynx", "X-Device-Id: device-"+string(rune('a'+in.users))).want(t, 200)
		in.users++
	}
	list := u.call(t, "GET", "/notifications?limit=1", nil).want(t, 200).json(t)
	if list["total"] != 2.0 || list["unread"] != 2.0 || list["nextCursor"] == nil {
		t.Fatalf("%v", list)
	}
	first := list["items"].([]any)[0].(map[string]any)
	if first["kind"] != "account.new_sign_in" || first["title"] != "New sign-in: Firefox on Linux" || first["readAt"] != nil || first["url"] != "/dashboard/account" {
		t.Errorf("%v", first)
	}
	u.call(t, "POST", "/notifications/read", map[string]any{"ids": []any{}}).want(t, 422)
	u.call(t, "POST", "/notifications/read", map[string]any{"ids": []any{first["id"]}}).want(t, 204)
	if got := u.call(t, "GET", "/notifications", nil).json(t)["unread"]; got != 1.0 {
		t.Errorf("%v are unread", got)
	}
	u.call(t, "POST", "/notifications/read", `{}`).want(t, 204)
	after := u.call(t, "GET", "/notifications", nil).json(t)
	if after["unread"] != 0.0 || after["items"].([]any)[0].(map[string]any)["readAt"] != "2026-04-01T12:00:00Z" {
		t.Errorf("%v", after)
	}
	if got := in.signUp(t).call(t, "GET", "/notifications", nil).json(t)["total"]; got != 0.0 {
		t.Errorf("a stranger has %v", got)
	}
}

func TestNotificationPreferences_ListAndSet(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	preference := func(category string) map[string]any {
		t.Helper()
		list := u.call(t, "GET", "/me/notification-preferences", nil).want(t, 200).json(t)
		for _, item := range list["items"].([]any) {
			if p := item.(map[string]any); p["category"] == category {
				return p
			}
		}
		t.Fatalf("no category %s in %v", category, list)
		return nil
	}
	if p := preference("security"); p["locked"] != true || p["inApp"] != true || p["email"] != "immediate" || p["label"] != "Account security" {
		t.Errorf("%v", p)
	}
	const path = "/me/notification-preferences/"
	set := u.call(t, "PUT", path+"domains", `{"inApp":false,"email":"daily"}`).want(t, 200).json(t)
	if p := preference("domains"); p["inApp"] != false || p["email"] != "daily" || set["email"] != "daily" {
		t.Errorf("%v after %v", p, set)
	}
	u.call(t, "PUT", path+"domains", `{"inApp":true,"email":"hourly"}`).want(t, 422)
	u.call(t, "PUT", path+"domains", `{"inApp":true}`).want(t, 422)
	u.call(t, "PUT", path+"unknown", `{"inApp":true,"email":"never"}`).want(t, 404)
	u.call(t, "PUT", path+"security", `{"inApp":false,"email":"never"}`).want(t, 409)
}
