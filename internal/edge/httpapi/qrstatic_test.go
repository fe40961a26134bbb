package httpapi_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQRCodes_StaticContents(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	ada := in.signUp(t)
	network := map[string]any{"type": "wifi", "ssid": "Guests", "security": "wpa", "password": "open sesame"}
	const text = "WIFI:T:WPA;S:Guests;P:open sesame;;"
	made := ada.call(t, "POST", "/qr-codes", map[string]any{"staticContent": network}).want(t, 201).json(t)
	for field, want := range map[string]any{
		"linkId": nil, "link": nil, "scans": nil, "ownScans": false, "content": text, "label": "Guests", "staticContent": network, "name": nil,
	} {
		if diff := cmp.Diff(want, made[field]); diff != "" {
			t.Errorf("%s: %s", field, diff)
		}
	}
	id := made["id"].(string)
	picture := ada.call(t, "GET", "/qr?format=png&download=1&codeId="+id, nil).want(t, 200)
	if got := scanned(t, picture.body); got != text || picture.header.Get("Content-Disposition") != "attachment; filename=Guests.png" {
		t.Errorf("the picture reads %q, its file is %q", got, picture.header.Get("Content-Disposition"))
	}
	query := url.QueryEscape(`{"type":"phone","phone":"+49 30 1234567"}`)
	if got := scanned(t, ada.call(t, "GET", "/qr?format=png&staticContent="+query, nil).want(t, 200).body); got != "tel:+49301234567" {
		t.Errorf("a draft reads %q", got)
	}
	public := ada.call(t, "POST", "/qr-codes/"+id+"/image-url", map[string]any{}).want(t, 201).json(t)["url"].(string)
	_, token, _ := strings.Cut(public, "/public/qr/")
	if got := scanned(t, in.anonymous().call(t, "GET", "/public/qr/"+token, nil).want(t, 200).body); got != text {
		t.Errorf("the public image reads %q", got)
	}
	changed := ada.call(t, "PATCH", "/qr-codes/"+id, map[string]any{"name": "Lobby", "staticContent": map[string]any{"type": "text", "text": "Hello"}}).
		want(t, 200).json(t)
	if changed["content"] != "Hello" || changed["scans"] != nil || changed["label"] != "Lobby" {
		t.Errorf("%v", changed)
	}
	list := ada.call(t, "GET", "/qr-codes?search=hello", nil).want(t, 200).json(t)
	if list["total"] != 1.0 {
		t.Errorf("%v", list)
	}
}

func TestJudgeQR_StaticContentInPrint(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	body := map[string]any{"staticContent": map[string]any{"type": "text", "text": "Hello"}, "mm": 5}
	report := ada.call(t, "POST", "/qr/judge", body).want(t, 200).json(t)
	if report["content"] != "Hello" || report["decoded"] != true {
		t.Errorf("%v", report)
	}
	for _, item := range report["checks"].([]any) {
		check := item.(map[string]any)
		if check["name"] == "moduleSize" && !cmp.Equal(check["printFix"], map[string]any{"mm": 12.0, "dpi": 300.0}) {
			t.Errorf("%v", check)
		}
	}
	for name, c := range map[string]struct {
		body map[string]any
		want string
	}{
		"nothing":   {map[string]any{}, "content: Send either content or staticContent."},
		"both":      {map[string]any{"content": "a", "staticContent": map[string]any{"type": "text", "text": "b"}}, "content: Send either content or staticContent."},
		"too small": {map[string]any{"content": "a", "mm": 1}, "mm: Use a width of 5 to 2000 mm."},
		"a kind":    {map[string]any{"staticContent": map[string]any{"type": "fax"}}, "staticContent.type: Use a type of text, url, vcard, wifi, email, sms, phone, event or location."},
	} {
		p := ada.call(t, "POST", "/qr/judge", c.body).want(t, 422).problem(t)
		if !slices.Contains(p.fields(), c.want) {
			t.Errorf("%s: %q", name, p.fields())
		}
	}
}

func TestQRPresets_ApplyToCodes(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	preset := ada.call(t, "POST", "/qr-presets", map[string]any{"name": "Brand", "look": map[string]any{"dark": "#04755b", "modules": "dots"}}).want(t, 201).json(t)
	code := ada.call(t, "POST", "/qr-codes", map[string]any{"staticContent": map[string]any{"type": "text", "text": "Hello"}}).want(t, 201).json(t)["id"].(string)
	results := ada.call(t, "PATCH", "/qr-codes/bulk", map[string]any{"ids": []string{code, "qrc_0000000000000"}, "look": preset["look"]}).
		want(t, 200).json(t)["results"].([]any)
	first, second := results[0].(map[string]any), results[1].(map[string]any)
	if first["status"] != 200.0 || !cmp.Equal(first["look"], preset["look"]) || second["status"] != 404.0 || second["error"] == nil {
		t.Errorf("%v", results)
	}
	if got := ada.call(t, "GET", "/qr-codes/"+code, nil); got.status == 200 && !cmp.Equal(got.json(t)["look"], preset["look"]) {
		t.Errorf("%v", got.json(t)["look"])
	}
	changed := ada.call(t, "PATCH", "/qr-presets/"+preset["id"].(string), map[string]any{"name": "Brand 2"}).want(t, 200).json(t)
	list := ada.call(t, "GET", "/qr-presets", nil).want(t, 200).json(t)
	if diff := cmp.Diff([]any{changed}, list["items"]); diff != "" || changed["name"] != "Brand 2" {
		t.Error(diff, changed)
	}
	ada.call(t, "POST", "/qr-presets", map[string]any{"name": "brand 2"}).want(t, 409)
	ada.call(t, "DELETE", "/qr-presets/"+preset["id"].(string), nil).want(t, 204)
	ada.call(t, "GET", "/qr-presets/"+preset["id"].(string), nil).want(t, 404)
}

func TestMedia_KnowsTheLooksThatHaveAnImage(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	image := ada.upload(t, "A logo", pngOf(2)).want(t, 201).json(t)["id"].(string)
	unused := func() float64 {
		return ada.call(t, "GET", "/media?unused=true", nil).want(t, 200).json(t)["total"].(float64)
	}
	if unused() != 1 {
		t.Error("a new image is in use")
	}
	static := map[string]any{"staticContent": map[string]any{"type": "text", "text": "Hello"}, "name": "Poster", "look": map[string]any{"background": image}}
	code := ada.call(t, "POST", "/qr-codes", static).want(t, 201).json(t)["id"].(string)
	preset := ada.call(t, "POST", "/qr-presets", map[string]any{"name": "Brand", "look": map[string]any{"logo": image}}).want(t, 201).json(t)["id"].(string)
	if unused() != 0 || ada.call(t, "GET", "/media/"+image, nil).want(t, 200).json(t)["used"] != true {
		t.Error("an image of looks is not in use")
	}
	got := ada.call(t, "DELETE", "/media/"+image, nil).want(t, 409).problem(t).Message
	if !strings.Contains(got, "QR codes have this image: Poster.") || !strings.Contains(got, "Presets of QR codes have this image: Brand.") {
		t.Error(got)
	}
	ada.call(t, "PATCH", "/qr-presets/"+preset, map[string]any{"look": map[string]any{"logo": ""}}).want(t, 200)
	if got := ada.call(t, "DELETE", "/media/"+image, nil).want(t, 409).problem(t).Message; strings.Contains(got, "Brand") {
		t.Error(got)
	}
	ada.call(t, "DELETE", "/qr-codes/"+code, nil).want(t, 204)
	ada.call(t, "DELETE", "/media/"+image, nil).want(t, 204)
}
