package httpapi_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

func TestListLinks_SparksEqualAnalytics(t *testing.T) {
	t.Parallel()
	clicks, behind := withClicks(t)
	in := newInstall(t, behind)
	u := in.signUp(t)
	u.call(t, "PATCH", "/workspaces/current", `{"timeZone":"Europe/Berlin"}`).want(t, 200)
	ids := make([]string, 3)
	for i := range ids {
		alias := fmt.Sprintf("link-%d", i)
		ids[i] = u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": alias}).want(t, 201).json(t)["id"].(string)
		for n := range 40 * i { // some are older than the spark; the clocks change on 29 March
			clicks.visit(t, u, ids[i], alias, noon.Add(-time.Duration(n)*12*time.Hour))
		}
		clicks.visit(t, u, ids[i], alias, noon, func(h *click.Hit) { h.RequestReason = visitor.BotPrefetch })
	}
	eventually(t, "the clicks arrive", func() bool { return clicks.pipeline.Stats().Waiting == 0 })
	items := u.call(t, "GET", "/links?include=spark", nil).want(t, 200).json(t)["items"].([]any)
	if len(items) != len(ids) {
		t.Fatalf("%d links", len(items))
	}
	for _, item := range items {
		link := item.(map[string]any)
		series := u.call(t, "GET", "/analytics?groupBy=timeseries&granularity=day&interval=30d&linkId="+link["id"].(string), nil).want(t, 200).json(t)
		var want []any
		for _, point := range series["points"].([]any)[16:] {
			want = append(want, point.(map[string]any)["clicks"])
		}
		if diff := cmp.Diff(want, link["spark"]); diff != "" || len(want) != 14 {
			t.Errorf("%s: %s", link["alias"], diff)
		}
	}
	top := u.call(t, "GET", "/dashboard/top-links", nil).want(t, 200).json(t)["links"].([]any)
	if len(top) != len(ids) {
		t.Fatalf("%d top links", len(top))
	}
	for _, item := range items {
		link := item.(map[string]any)
		at := slices.IndexFunc(top, func(t any) bool { return t.(map[string]any)["id"] == link["id"] })
		if diff := cmp.Diff(link["spark"], top[at].(map[string]any)["spark"]); diff != "" {
			t.Errorf("top link %s: %s", link["alias"], diff)
		}
	}
	plain := u.call(t, "GET", "/links", nil).want(t, 200).json(t)["items"].([]any)[0].(map[string]any)
	if spark, ok := plain["spark"]; ok {
		t.Errorf("a link has the spark %v without include", spark)
	}
	u.call(t, "GET", "/links?include=rules", nil).want(t, 422)
}

func TestCountLinks_EqualsTheTotalsOfLists(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := func(fields map[string]any) string {
		fields["url"] = "https://example.com/"
		return u.call(t, "POST", "/links", fields).want(t, 201).json(t)["id"].(string)
	}
	at := func(d time.Duration) string { return noon.Add(d).Format(time.RFC3339) }
	made(map[string]any{})
	made(map[string]any{"expiresAt": at(time.Hour)})
	made(map[string]any{"expiresAt": at(-time.Hour)})
	made(map[string]any{"startsAt": at(time.Hour)})
	archived := made(map[string]any{})
	u.call(t, "PATCH", "/links/"+archived, `{"status":"archived"}`).want(t, 200)
	blocked := made(map[string]any{})
	in.exec(t, `UPDATE links SET blocked = TRUE WHERE id = $1`, blocked)
	u.call(t, "DELETE", "/links/"+made(map[string]any{}), nil).want(t, 204)
	in.signUp(t).call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201)

	total := func(status string) any {
		return u.call(t, "GET", "/links?limit=1&status="+status, nil).want(t, 200).json(t)["total"]
	}
	want := map[string]any{
		"all": total("active,scheduled,expired,blocked"), "active": total("active"), "expiring": total("expiring"), "scheduled": total("scheduled"),
		"expired": total("expired"), "archived": total("archived"), "blocked": total("blocked"),
	}
	got := u.call(t, "GET", "/links/counts", nil).want(t, 200).json(t)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{"all": 5.0, "active": 2.0, "expiring": 1.0, "scheduled": 1.0, "expired": 1.0, "archived": 1.0, "blocked": 1.0}, got); diff != "" {
		t.Error(diff)
	}
}
