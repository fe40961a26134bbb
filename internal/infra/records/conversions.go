package records

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/conversion"
	"linnet/internal/core/event"
	"linnet/internal/core/visitor"
)

//nolint:gochecknoglobals // immutable
var conversionTable = tableOf("conversion", `conversions`, func(c *conversion.Conversion) []column {
	all := []column{
		fixed("id", &c.ID),
		fixed("workspace_id", &c.WorkspaceID),
		fixed("kind", &c.Kind),
		col("state", &c.State),
		initial("dedupe", text(c.Dedupe)),
		fixed("click_id", &c.ClickID),
		fixed("event_name", &c.EventName),
		fixed("external_id", &c.ExternalID),
		fixed("customer_id", &c.CustomerID),
		fixed("invoice_id", &c.InvoiceID),
		fixed("amount", &c.Amount),
		fixed("currency", &c.Currency),
		fixed("metadata", rawField{&c.Metadata}),
		fixed("at", &c.At),
		col("clicked_at", &c.Click.At),
		computed("c_link", numberField{&c.Click.LinkID}),
		computed("c_alias", &c.Click.Alias),
		computed("c_url", &c.Click.URL),
		computed("c_country", &c.Click.Place.Country),
		computed("c_referrer", &c.Click.Referrer),
		computed("c_botreason", &c.Click.Bot),
	}
	for _, d := range analytics.ClickDimensions() {
		all = append(all, derived(clickColumn(d), text(func() string { return clickValue(d, &c.Click) })))
	}
	return all
}).completed(func(c *conversion.Conversion) {
	if c.State == conversion.Counted {
		c.Click.ID, _ = ident.Number(c.ClickID)
		c.Click.WorkspaceID, _ = ident.Number(c.WorkspaceID)
	}
})

// numberField reads an id as its number, and another text as 0.
type numberField struct{ at *uint64 }

// Scan implements sql.Scanner.
func (f numberField) Scan(src any) error {
	id, err := textOf(src)
	*f.at, _ = ident.Number(id)
	return err
}

// clickColumn returns the column that holds a dimension of a conversion's
// click.
func clickColumn(d analytics.Dimension) string { return "c_" + strings.ToLower(string(d)) }

// clickValue returns the stored value of a dimension of a click.
func clickValue(d analytics.Dimension, c *click.Click) string {
	switch {
	case d.IDPrefix() != "":
		return ident.Text(d.IDPrefix(), analytics.NumberOf(d, c))
	case d.Folded():
		return strings.ToLower(analytics.ValueOf(d, c))
	default:
		return analytics.ValueOf(d, c)
	}
}

// InsertConversion stores a new conversion, or returns the one with the same
// Dedupe that is there.
func (s *Store) InsertConversion(ctx context.Context, c conversion.Conversion, e event.Event) (conversion.Conversion, bool, error) {
	var made bool
	err := s.inTx(ctx, func(tx conn) error {
		n, err := conversionTable.insertOr(ctx, tx, &c, `ON CONFLICT (workspace_id, kind, dedupe) DO NOTHING`)
		if err != nil {
			return err
		}
		if made = n == 1; made {
			tx.emit(e)
			return nil
		}
		c, err = conversionTable.one(ctx, tx, `WHERE workspace_id = $1 AND kind = $2 AND dedupe = $3`, c.WorkspaceID, string(c.Kind), c.Dedupe())
		return err
	})
	return c, made, err
}

// ClickOfCustomer returns the click of the customer's last conversion.
func (s *Store) ClickOfCustomer(ctx context.Context, workspaceID, customerID string) (string, error) {
	id, err := queryOne(ctx, s.read, value[string], `
		SELECT click_id FROM conversions WHERE workspace_id = $1 AND customer_id = $2 AND state <> 'unknown' ORDER BY at DESC, id DESC LIMIT 1`,
		workspaceID, customerID)
	return id, notFound(err, "customer")
}

// Conversions returns one page of the conversions of a view, the newest first.
func (s *Store) Conversions(ctx context.Context, v access.View, f conversion.Filter) (conversion.Page, error) {
	q := linkQuery{args: []any{v.WorkspaceID()}, where: []string{`workspace_id = $1`}}
	if v.Limited() { // the link of a click that is not processed yet is unknown
		q.and(`c_link <> ''`)
		q.hiddenLinks(`c_link`, v)
	}
	if f.LinkID != "" {
		q.and(`c_link = ` + q.arg(f.LinkID))
	}
	if f.Kind != "" {
		q.and(`kind = ` + q.arg(string(f.Kind)))
	}
	items, err := newest(ctx, s.read, &q, &newestList[conversion.Conversion]{
		table: conversionTable,
		at:    "at",
		id:    "id",
		key:   func(c conversion.Conversion) (time.Time, string) { return c.At, c.ID },
	}, f.Cursor, f.Limit)
	return conversion.Page{Conversions: items.rows, Total: items.total, NextCursor: items.next}, err
}

// PendingConversions returns the oldest pending ones of all workspaces.
func (s *Store) PendingConversions(ctx context.Context, after conversion.Conversion, limit int) ([]conversion.Conversion, error) {
	return conversionTable.all(ctx, s.read, `WHERE state = 'pending' AND (at, id) > ($1, $2) ORDER BY at, id LIMIT $3`,
		toMillis(after.At), after.ID, limit)
}

// CountedConversions returns those that are counted, of all workspaces, by id.
func (s *Store) CountedConversions(ctx context.Context, after string, limit int) ([]conversion.Conversion, error) {
	return conversionTable.all(ctx, s.read, `WHERE state = 'counted' AND id > $1 ORDER BY id LIMIT $2`, after, limit)
}

// ReclassifyConversion stores the class that a counted conversion's click has
// now.
func (s *Store) ReclassifyConversion(ctx context.Context, id string, class visitor.BotReason) error {
	_, err := s.write.exec(ctx, `UPDATE conversions SET c_botreason = $2 WHERE id = $1 AND state = 'counted'`, id, string(class))
	return err
}

// ForgetConversions deletes those whose clicks were on the link.
func (s *Store) ForgetConversions(ctx context.Context, workspaceID, linkID string) error {
	return forgetConversions(ctx, s.write, workspaceID, linkID)
}

func forgetConversions(ctx context.Context, c conn, workspaceID, linkID string) error {
	_, err := c.exec(ctx, `DELETE FROM conversions WHERE workspace_id = $1 AND c_link = $2`, workspaceID, linkID)
	return err
}

// RetainConversions deletes the conversions whose clicks are before a time, and
// returns their number. An unknown click is at most as old as its report.
func (s *Store) RetainConversions(ctx context.Context, workspaceID string, before time.Time) (int64, error) {
	return s.write.exec(ctx, `
		DELETE FROM conversions WHERE workspace_id = $1 AND clicked_at < $2 AND (state = 'counted' OR at < $2)`,
		workspaceID, upToMilli(before))
}

// SettleConversion stores the state and the click of a pending conversion.
func (s *Store) SettleConversion(ctx context.Context, c conversion.Conversion) error {
	_, err := s.write.exec(ctx, conversionTable.set+conversionTable.byKey+` AND state = 'pending'`, conversionTable.updated(&c)...)
	return err
}

// Converted counts conversions: in total, and by the keys of dimensions of their
// clicks.
func (s *Store) Converted(
	ctx context.Context, q analytics.Query, by []analytics.Dimension,
) (map[analytics.Dimension]map[string]analytics.Converted, error) {
	w := convertedIn(q)
	const sums = `kind, currency, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM matching GROUP BY kind, currency`
	parts := []string{`SELECT '', '', ` + sums}
	for _, d := range by {
		parts = append(parts, `SELECT '`+string(d)+`', `+clickColumn(d)+`, `+sums+`, `+clickColumn(d))
	}
	type row struct {
		by                  analytics.Dimension
		key, kind, currency string
		n, amount           int64
	}
	rows, err := queryAll(ctx, s.read, func(r scanner) (row, error) {
		var v row
		err := r.Scan(&v.by, &v.key, &v.kind, &v.currency, &v.n, &v.amount)
		return v, err
	}, `WITH matching AS (SELECT * FROM conversions`+w.whereText()+`) `+strings.Join(parts, ` UNION ALL `), w.args...)
	out := make(map[analytics.Dimension]map[string]analytics.Converted, len(by)+1)
	for _, r := range rows {
		one := analytics.Converted{Leads: r.n}
		if r.kind == string(conversion.Sale) {
			one = analytics.Converted{Sales: r.n, Amounts: []analytics.Money{{Currency: r.currency, Amount: r.amount}}}
		}
		if out[r.by] == nil {
			out[r.by] = make(map[string]analytics.Converted)
		}
		sum := out[r.by][r.key]
		sum.Add(one)
		out[r.by][r.key] = sum
	}
	return out, err
}

// convertedIn returns the conditions of the conversions of a query.
func convertedIn(q analytics.Query) linkQuery {
	w := linkQuery{}
	w.and(`workspace_id = ` + w.arg(ident.Text(ident.Workspace, q.WorkspaceID)))
	w.and(`state = 'counted'`)
	w.and(`at >= ` + w.arg(upToMilli(q.Start)) + ` AND at < ` + w.arg(upToMilli(q.End)))
	switch q.Traffic {
	case analytics.Human:
		w.and(`c_botreason = ''`)
	case analytics.Bot:
		w.and(`c_botreason <> ''`)
	}
	for _, f := range q.Filters {
		w.and(clickFilter(&w, q, f))
	}
	return w
}

// upToMilli rounds up: a whole millisecond is before t or is not.
func upToMilli(t time.Time) int64 {
	return t.Add(time.Millisecond - time.Nanosecond).UnixMilli()
}

// clickFilter is a filter of clicks, for conversions.
func clickFilter(w *linkQuery, q analytics.Query, f analytics.Filter) string {
	not := negated(f)
	if f.Links != nil {
		return not + `(c_link IN (` + w.linkSet(ident.Text(ident.Workspace, q.WorkspaceID), f.Links) + `))`
	}
	if len(f.Values) == 0 {
		return not + "(1 = 0)"
	}
	places := make([]string, len(f.Values))
	for i, v := range f.Values {
		places[i] = w.arg(v)
	}
	column := clickColumn(f.Dimension)
	if f.Dimension.OfTime() {
		column = localPart(q, f.Dimension)
	}
	return not + "(" + column + " IN (" + strings.Join(places, ", ") + "))"
}
