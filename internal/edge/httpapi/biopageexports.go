package httpapi

import (
	"context"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/page"
	"linnet/internal/edge/apikit"
)

// BioPageExport is the content of an export of another service.
type BioPageExport struct {
	Source       string           `json:"source" enum:"linktree,linkstack,html,csv" doc:"The kind of the file; html is a saved page of another service."`
	Handle       *string          `json:"handle" doc:"The name of the page in the other service; it may be taken here."`
	Title        *string          `json:"title"`
	Description  *string          `json:"description"`
	Blocks       bioBlocks        `json:"blocks" doc:"Valid blocks without ids, for POST /bio-pages. Link blocks have the destination of a link to create."`
	Skipped      []BioPageSkipped `json:"skipped" doc:"The entries without a block, at most 200."`
	SkippedTotal int              `json:"skippedTotal" doc:"The number of entries without a block."`
}

// BioPageSkipped is an entry of an export without a block.
type BioPageSkipped struct {
	Title  *string `json:"title"`
	URL    *string `json:"url"`
	Reason string  `json:"reason" example:"The entry has no address."`
}

type convertBioPageInput struct{ body io.Reader }

// Resolve keeps the body as a stream, which the handler reads up to its limit.
func (in *convertBioPageInput) Resolve(hc huma.Context) []error {
	in.body = apikit.UploadBody(hc)
	return nil
}

func (a *API) convertBioPage(ctx context.Context, in *convertBioPageInput) (*apikit.Output[BioPageExport], error) {
	file, err := io.ReadAll(io.LimitReader(in.body, page.MaxExportBytes+1))
	if err != nil {
		return nil, fault.Wrap(err, fault.Malformed, "The file is incomplete. Send it again.")
	}
	r, err := a.ConvertBioPage(ctx, apikit.ActorOf(ctx), file)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(BioPageExport{
		Source:       string(r.Source),
		Handle:       apikit.TextOrNull(r.Handle),
		Title:        apikit.TextOrNull(r.Title),
		Description:  apikit.TextOrNull(r.Description),
		Blocks:       bioBlocks{Blocks: r.Blocks},
		SkippedTotal: r.SkippedTotal,
		Skipped: apikit.Map(r.Skipped, func(s page.SkippedEntry) BioPageSkipped {
			return BioPageSkipped{Title: apikit.TextOrNull(s.Title), URL: apikit.TextOrNull(s.Address), Reason: s.Reason}
		}),
	}), nil
}

func (a *API) bioPageExportRoutes(r *apikit.Router) {
	apikit.Post(r, "/bio-pages/convert", a.convertBioPage, operation{
		Upload:  true,
		ID:      "convertBioPage",
		Scope:   access.PagesWrite,
		Tag:     "Bio pages",
		Summary: "Convert an export of another service",
		Status:  http.StatusOK,
		Errors:  codes(fault.TooLarge),
		Description: "The body is the file, at most 5 MiB: the JSON export of LinkStack, a saved page of Linktree or of another service as HTML, " +
			"or CSV with the columns title and link. Returns blocks for POST /bio-pages, and the entries without a block with the reason. " +
			"Stores nothing, and fetches nothing from other sites.",
	})
	r.OpenAPI().Paths["/bio-pages/convert"].Post.RequestBody = &huma.RequestBody{
		Required: true,
		Content: map[string]*huma.MediaType{
			"application/octet-stream": {Schema: apikit.BinarySchema()},
		},
	}
}
