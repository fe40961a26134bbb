package httpapi

import (
	"context"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/link"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/routing"
	"linnet/internal/edge/apikit"
)

// QRCodeLink is the link of a QR code.
type QRCodeLink struct {
	Domain   string  `json:"domain" example:"localhost:8080"`
	Alias    string  `json:"alias" example:"launch"`
	ShortURL string  `json:"shortUrl" example:"http://localhost:8080/launch"`
	URL      string  `json:"url" doc:"The destination."`
	Title    *string `json:"title"`
	FolderID *string `json:"folderId" doc:"The folder of the link, null if it has none. A member whose level in the folder is read cannot change the QR code."`
}

// QRCode is a saved QR code as the API returns it.
type QRCode struct {
	ID        string                       `json:"id" example:"qrc_3kq7c8v0d5m2a"`
	Name      *string                      `json:"name"`
	LinkID    *string                      `json:"linkId" doc:"Null for a static code." example:"lnk_3kq7c8v0d5m2a"`
	Link      apikit.OrNull[QRCodeLink]    `json:"link" doc:"Null for a static code."`
	Static    apikit.OrNull[staticContent] `json:"staticContent" doc:"What a static code holds; null for the code of a link."`
	Content   string                       `json:"content" doc:"The encoded text: the short URL with a parameter that identifies scans, or the text of the static content." example:"http://localhost:8080/launch?qr=3kq7c8v0d5m2a"`
	Label     string                       `json:"label" doc:"The name, else the alias of the link or what identifies the static content." example:"Poster"`
	Look      look.Look                    `json:"look"`
	Scans     *int64                       `json:"scans" doc:"Scans by people. Without ownScans, those of all codes of the link without ownScans. Null for a static code, whose scans are unknown."`
	Spark     []int64                      `json:"spark,omitempty" minItems:"30" maxItems:"30" doc:"In lists with include=spark, of codes with a link: scans by people on each of the last 30 days, oldest first, today last, in the workspace's time zone. Without ownScans, those of all codes of the link without ownScans."`
	OwnScans  bool                         `json:"ownScans" doc:"True if the scans of this code are counted separately. False for static codes, and for codes that were created by an old version and not updated since."`
	CreatedBy string                       `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt time.Time                    `json:"createdAt"`
	UpdatedAt time.Time                    `json:"updatedAt"`
}

type createQRCode struct {
	LinkID *string                   `json:"linkId,omitempty" nullable:"true" doc:"The id of a link." example:"lnk_3kq7c8v0d5m2a"`
	Static apikit.Opt[staticContent] `json:"staticContent,omitzero" doc:"A static content, instead of linkId."`
	Name   *string                   `json:"name,omitempty" nullable:"true" doc:"At most 100 characters."`
	Look   apikit.Partial[look.Look] `json:"look,omitzero"`
}

type updateQRCode struct {
	Name   apikit.Opt[string]        `json:"name,omitzero" nullable:"true" doc:"At most 100 characters; null removes it."`
	Static apikit.Opt[staticContent] `json:"staticContent,omitzero" doc:"Replaces the content of a static code. Printed copies keep the old one."`
	Look   apikit.Partial[look.Look] `json:"look,omitzero" doc:"Updates the fields in the request."`
}

type listQRCodesInput struct {
	apikit.PageParams
	Search  string   `query:"search" maxLength:"200" doc:"Words in the name, in the alias, destination, title or note of the link, or in the static content; case-insensitive."`
	LinkID  string   `query:"linkId" doc:"The id of a link."`
	Include []string `query:"include" enum:"spark" doc:"Additional fields of each code: spark has the scans of the last 30 days."`
}

func (a *API) createQRCode(ctx context.Context, in *apikit.With[createQRCode]) (*apikit.Output[QRCode], error) {
	code, err := a.QRCodes.Create(ctx, apikit.ActorOf(ctx), qr.Draft{
		LinkID: apikit.Value(in.Body.LinkID),
		Static: in.Body.Static.Value.raw,
		Name:   apikit.Value(in.Body.Name),
		Look:   in.Body.Look.Onto,
	})
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(qrCodeOf(code, a.publicURL.Scheme, 0)), nil
}

func (a *API) getQRCode(ctx context.Context, in *apikit.ByID) (*apikit.Output[QRCode], error) {
	return a.qrCodeResponse(ctx)(a.QRCodes.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

func (a *API) updateQRCode(ctx context.Context, in *apikit.ByIDWith[updateQRCode]) (*apikit.Output[QRCode], error) {
	patch := qr.Patch{Static: in.Body.Static.Value.raw, Look: in.Body.Look.Onto}
	if in.Body.Name.Named {
		patch.Name = &in.Body.Name.Value
	}
	code, err := a.QRCodes.Update(ctx, apikit.ActorOf(ctx), in.ID, patch)
	if err != nil {
		return nil, err
	}
	return a.savedQRCode(ctx, code)
}

// savedQRCode returns the response with a code that was stored. The click store may
// fail although the change was stored, which the error says.
func (a *API) savedQRCode(ctx context.Context, code qr.Code) (*apikit.Output[QRCode], error) {
	out, err := a.qrCodeResponse(ctx)(code, nil)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable,
			"The QR code was saved, but its scans cannot be counted right now. Load it again in a moment.")
	}
	return out, nil
}

func (a *API) deleteQRCode(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.QRCodes.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

func (a *API) listQRCodes(ctx context.Context, in *listQRCodesInput) (*apikit.ListOutput[QRCode], error) {
	page, err := a.QRCodes.List(
		ctx,
		apikit.ActorOf(ctx),
		qr.Filter{Search: in.Search, LinkID: in.LinkID, Limit: in.Limit, Cursor: in.Cursor},
	)
	if err != nil {
		return nil, err
	}
	items, err := a.withScans(ctx, page.Codes)
	if err != nil {
		return nil, err
	}
	if slices.Contains(in.Include, "spark") {
		if err := a.addScanSparks(ctx, items); err != nil {
			return nil, err
		}
	}
	return apikit.Page(items, page.NextCursor, page.Total), nil
}

// scanSparkDays is the length of a code's spark, in days.
const scanSparkDays = 30

// addScanSparks sets the sparks of the codes of one page that have links: one query for
// those that count their own scans, and one for the others.
func (a *API) addScanSparks(ctx context.Context, items []QRCode) error {
	linkOf := make(map[string]string, len(items))
	var shared []string
	for _, code := range items {
		switch {
		case code.LinkID == nil:
		case code.OwnScans:
			linkOf[code.ID] = *code.LinkID
		default:
			shared = append(shared, *code.LinkID)
		}
	}
	current, err := a.Workspaces.Current(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return err
	}
	scans, err := a.Analytics.DailyScans(ctx, apikit.ActorOf(ctx), current.TimeZone, scanSparkDays, linkOf)
	if err != nil {
		return err
	}
	byLink, err := a.Analytics.DailySharedScans(ctx, apikit.ActorOf(ctx), current.TimeZone, scanSparkDays, shared)
	if err != nil {
		return err
	}
	for i := range items {
		items[i].Spark = scans[items[i].ID]
		if items[i].LinkID != nil && !items[i].OwnScans {
			items[i].Spark = byLink[*items[i].LinkID]
		}
	}
	return nil
}

func (a *API) qrCodeResponse(ctx context.Context) func(qr.Code, error) (*apikit.Output[QRCode], error) {
	return func(c qr.Code, err error) (*apikit.Output[QRCode], error) {
		if err != nil {
			return nil, err
		}
		items, err := a.withScans(ctx, []qr.Code{c})
		if err != nil {
			return nil, err
		}
		return apikit.OutputOf(items[0]), nil
	}
}

// withScans converts codes and adds their scans.
func (a *API) withScans(ctx context.Context, codes []qr.Code) ([]QRCode, error) {
	if len(codes) == 0 {
		return []QRCode{}, nil
	}
	scans := make(map[string]int64, len(codes))
	var marked, links []string
	for _, c := range codes {
		switch {
		case c.Marked:
			marked = append(marked, c.ID)
		case !c.IsStatic():
			links = append(links, c.LinkID)
		}
	}
	if err := a.countScans(ctx, scans, analytics.QRCode, marked); err != nil {
		return nil, err
	}
	if err := a.countScans(ctx, scans, analytics.Link, links); err != nil {
		return nil, err
	}
	return apikit.Map(codes, func(c qr.Code) QRCode {
		key := c.LinkID
		if c.Marked {
			key = c.ID
		}
		return qrCodeOf(c, a.publicURL.Scheme, scans[key])
	}), nil
}

// countScans counts scans by people by the keys of a dimension: codes, or links
// for codes without a parameter of their own.
func (a *API) countScans(ctx context.Context, scans map[string]int64, by analytics.Dimension, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	filters := []analytics.Filter{{Dimension: by, Values: keys}}
	if by == analytics.Link {
		filters = append(filters, analytics.SharedScans()...)
	}
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), analytics.Request{
		Period:  analytics.Period{Interval: analytics.AllTime},
		Filters: filters,
		GroupBy: []analytics.Dimension{by},
		Limit:   len(keys),
	}, analytics.Parts{})
	if err != nil {
		return err
	}
	for _, row := range report.Lists[by] {
		scans[row.Key] = row.Clicks
	}
	return nil
}

func qrCodeOf(c qr.Code, scheme string, scans int64) QRCode {
	out := QRCode{
		ID:        c.ID,
		Name:      apikit.TextOrNull(c.Name),
		LinkID:    apikit.TextOrNull(c.LinkID),
		Content:   codeText(c, scheme),
		Label:     c.Label(),
		OwnScans:  c.Marked,
		Look:      c.Look,
		CreatedBy: c.CreatedBy,
		CreatedAt: apikit.Timestamp(c.CreatedAt),
		UpdatedAt: apikit.Timestamp(c.UpdatedAt),
	}
	if c.IsStatic() {
		out.Static.Value = &staticContent{Content: c.Static}
		return out
	}
	out.Scans = &scans
	out.Link.Value = &QRCodeLink{
		Domain:   c.Link.Domain,
		Alias:    c.Link.Alias,
		ShortURL: link.ShortURL(scheme, c.Link.Domain, c.Link.Alias),
		URL:      c.Link.URL,
		Title:    apikit.TextOrNull(c.Link.Title),
		FolderID: apikit.TextOrNull(c.Link.FolderID),
	}
	return out
}

// codeText returns the encoded text of a saved code.
func codeText(c qr.Code, scheme string) string {
	if c.IsStatic() {
		return c.Static.Text()
	}
	content := link.ScanURL(scheme, c.Link.Domain, c.Link.Alias)
	if c.Marked {
		return strings.TrimSuffix(content, routing.MarkerQR) + routing.MarkerOfCode(c.ID)
	}
	return content
}
