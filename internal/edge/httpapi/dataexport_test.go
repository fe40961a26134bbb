package httpapi_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

func TestDataExport_ContainsTheLinksAndRequiresARecentAuthentication(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/mine"}).want(t, 201)
	if state := u.call(t, "GET", "/me/export", nil).want(t, 200).json(t)["state"]; state != "none" {
		t.Errorf("state %v", state)
	}
	u.call(t, "GET", "/me/export/file", nil).want(t, 404)
	if state := u.call(t, "POST", "/me/export", nil).want(t, 202).json(t)["state"]; state != "queued" {
		t.Errorf("state %v", state)
	}
	if ran, err := in.jobs.RunOne(t.Context(), "data_export", ""); err != nil || !ran {
		t.Fatal(ran, err)
	}
	if state := u.call(t, "GET", "/me/export", nil).want(t, 200).json(t)["state"]; state != "done" {
		t.Errorf("state %v", state)
	}
	file := u.call(t, "GET", "/me/export/file", nil).want(t, 200).body
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := archive.Open("links/" + u.workspaceID + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var links []map[string]any
	if err := json.NewDecoder(f).Decode(&links); err != nil || len(links) != 1 || links[0]["url"] != "https://example.com/mine" {
		t.Errorf("%v, %v", links, err)
	}
	in.signUp(t).call(t, "GET", "/me/export/file", nil).want(t, 404)
	in.clock.Advance(time.Hour)
	u.call(t, "POST", "/me/export", nil).want(t, 403)
	u.call(t, "GET", "/me/export/file", nil).want(t, 403)
}
