package httpapi_test

import (
	"net/http"
	"testing"
)

// Every look that is stored has images of its own workspace only.
func TestQRLooks_HaveImagesOfTheirWorkspace(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada, bob := in.signUp(t), in.signUp(t)
	own := ada.upload(t, "A logo", pngOf(1)).want(t, http.StatusCreated).json(t)["id"].(string)
	foreign := bob.upload(t, "A logo", pngOf(2)).want(t, http.StatusCreated).json(t)["id"].(string)
	linkID := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusCreated).json(t)["id"].(string)
	made := func(path string, body map[string]any) string {
		return path + "/" + ada.call(t, "POST", path, body).want(t, http.StatusCreated).json(t)["id"].(string)
	}
	domain := "/domains/" + in.verifiedDomain(t, ada, "go.brand.example")
	code := made("/qr-codes", map[string]any{"linkId": linkID})
	preset := made("/qr-presets", map[string]any{"name": "Brand", "look": map[string]any{}})
	for _, c := range []struct {
		method, path, field string
		body                map[string]any
	}{
		{"PATCH", domain, "qrLook", nil},
		{"PATCH", code, "look", nil},
		{"PATCH", preset, "look", nil},
		{"POST", "/qr-codes", "look", map[string]any{"linkId": linkID}},
		{"POST", "/qr-presets", "look", map[string]any{"name": "Other"}},
	} {
		for _, part := range []string{"logo", "background"} {
			send := func(id string) reply {
				body := map[string]any{c.field: map[string]any{part: id}}
				for k, v := range c.body {
					body[k] = v
				}
				if c.path == "/qr-presets" {
					body["name"] = id + part
				}
				return ada.call(t, c.method, c.path, body)
			}
			p := send(foreign).want(t, http.StatusUnprocessableEntity).problem(t)
			if len(p.Errors) != 1 || p.Errors[0].Field != c.field+"."+part {
				t.Errorf("%s %s, %s: %v", c.method, c.path, part, p.fields())
			}
			if got := send(own); got.status != http.StatusOK && got.status != http.StatusCreated {
				t.Errorf("%s %s, own %s: %d %s", c.method, c.path, part, got.status, got.body)
			}
		}
	}
	// Settings beside a look can be changed after its image was deleted elsewhere.
	ada.call(t, "PATCH", domain, map[string]any{"rootUrl": "https://example.com/"}).want(t, http.StatusOK)
}
