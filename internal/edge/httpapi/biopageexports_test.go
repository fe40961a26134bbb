package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"linnet/internal/core/page"
)

func TestBioPages_ConvertsAnExportToBlocksOfANewPage(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	const export = `{"name":"Oat Street","littlelink_name":"oat","links":[
		{"link":"https://oat.example/menu","title":"Menu","type":"link","order":1},
		{"link":"javascript:alert(1)","title":"Script","type":"link","order":2}]}`
	got := u.call(t, "POST", "/bio-pages/convert", export, "Content-Type: application/octet-stream").want(t, http.StatusOK).json(t)
	skipped := got["skipped"].([]any)
	if got["source"] != "linkstack" || got["title"] != "Oat Street" || got["handle"] != "oat" || got["description"] != nil || len(skipped) != 1 {
		t.Errorf("converted %v", got)
	}
	made := u.call(t, "POST", "/bio-pages", map[string]any{"handle": "oat", "title": got["title"], "blocks": got["blocks"]}).
		want(t, http.StatusCreated).json(t)
	block := made["blocks"].([]any)[0].(map[string]any)
	if block["title"] != "Menu" || block["url"] != "https://oat.example/menu" || block["linkId"] == "" {
		t.Errorf("created %v", block)
	}
}

func TestBioPages_RejectsFilesThatAreNoExport(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	for body, status := range map[string]int{
		"": http.StatusUnprocessableEntity, "GIF89a": http.StatusUnprocessableEntity,
		strings.Repeat("x", page.MaxExportBytes+1): http.StatusRequestEntityTooLarge,
	} {
		u.call(t, "POST", "/bio-pages/convert", body, "Content-Type: application/octet-stream").want(t, status)
	}
}
