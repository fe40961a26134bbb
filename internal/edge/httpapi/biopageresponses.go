package httpapi

import (
	"context"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/csvsafe"
	"linnet/internal/core/page"
	"linnet/internal/edge/apikit"
)

// BioPageResponse is what a visitor sent with a form of a page.
type BioPageResponse struct {
	ID        string    `json:"id" example:"rsp_3kq7c8v0d5m2a"`
	BlockID   string    `json:"blockId" example:"blk_3kq7c8v0d5m2a"`
	Form      string    `json:"form" doc:"The title of the form when the visitor sent it." example:"Newsletter"`
	Email     string    `json:"email" example:"ada@example.com"`
	Consent   string    `json:"consent" doc:"The text that the visitor agreed to."`
	CreatedAt time.Time `json:"createdAt"`
}

func bioPageResponseOf(r page.Response) BioPageResponse {
	return BioPageResponse{ID: r.ID, BlockID: r.BlockID, Form: r.Form, Email: r.Email, Consent: r.Consent, CreatedAt: r.CreatedAt}
}

// BioPageFormFilter selects the responses to one form.
type BioPageFormFilter struct {
	BlockID string `query:"blockId" maxLength:"40" doc:"The id of the form's block. All forms of the page if omitted." example:"blk_3kq7c8v0d5m2a"`
}

type listBioPageResponsesInput struct {
	apikit.ByID
	BioPageFormFilter
	apikit.PageParams
}

func (a *API) listBioPageResponses(ctx context.Context, in *listBioPageResponsesInput) (*apikit.ListOutput[BioPageResponse], error) {
	filter := page.ResponseFilter{PageID: in.ID, BlockID: in.BlockID, Cursor: in.Cursor, Limit: in.Limit}
	found, err := a.BioPages.Responses(ctx, apikit.ActorOf(ctx), filter)
	if err != nil {
		return nil, err
	}
	return apikit.Page(apikit.Map(found.Responses, bioPageResponseOf), found.NextCursor, found.Total), nil
}

// BioPageForm is a form of a page.
type BioPageForm struct {
	BlockID   string     `json:"blockId" example:"blk_3kq7c8v0d5m2a"`
	Title     string     `json:"title" doc:"The form's title in the draft, or in its latest response." example:"Newsletter"`
	InDraft   bool       `json:"inDraft" doc:"Whether the draft has the form."`
	Responses int        `json:"responses" doc:"The number of stored responses." example:"12"`
	LatestAt  *time.Time `json:"latestAt" doc:"The time of the latest response; null without one."`
}

func bioPageFormOf(f page.FormUse) BioPageForm {
	return BioPageForm{BlockID: f.BlockID, Title: f.Title, InDraft: f.InDraft, Responses: f.Responses, LatestAt: apikit.TimeOrNull(f.LatestAt)}
}

func (a *API) listBioPageForms(ctx context.Context, in *apikit.ByID) (*apikit.ListOutput[BioPageForm], error) {
	forms, err := a.BioPages.Forms(ctx, apikit.ActorOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(forms, bioPageFormOf)), nil
}

type selectBioPageResponsesInput struct {
	apikit.ByID
	BioPageFormFilter
}

func (a *API) exportBioPageResponses(ctx context.Context, in *selectBioPageResponsesInput) (*huma.StreamResponse, error) {
	export, err := a.BioPages.ExportResponses(ctx, apikit.ActorOf(ctx), in.ID, in.BlockID)
	if err != nil {
		return nil, err
	}
	name := "linnet-responses-" + a.clock.Now().UTC().Format(time.DateOnly) + ".csv"
	return apikit.Download(newResponseFile(ctx, export), csvType, name, -1), nil
}

type bioPageResponsePath struct {
	apikit.ByID
	ResponseID string `path:"responseId" doc:"The response's id." example:"rsp_3kq7c8v0d5m2a"`
}

func (a *API) deleteBioPageResponse(ctx context.Context, in *bioPageResponsePath) (*struct{}, error) {
	return nil, a.BioPages.DeleteResponse(ctx, apikit.ActorOf(ctx), in.ID, in.ResponseID)
}

// DeletedResponses is the result of a deletion.
type DeletedResponses struct {
	Deleted int `json:"deleted" doc:"The number of deleted responses." example:"12"`
}

func (a *API) deleteBioPageResponses(ctx context.Context, in *selectBioPageResponsesInput) (*apikit.Output[DeletedResponses], error) {
	n, err := a.BioPages.DeleteResponses(ctx, apikit.ActorOf(ctx), in.ID, in.BlockID)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(DeletedResponses{n}), nil
}

// newResponseFile returns the CSV file of an export, which reads the responses
// while it is sent.
func newResponseFile(ctx context.Context, export *page.ResponseExport) io.ReadCloser {
	head := csvsafe.NewFile("createdAt", "form", "email", "consent")
	return apikit.GeneratedFile(head, func(buffer []byte) ([]byte, error) {
		responses, err := export.Next(ctx)
		for _, r := range responses {
			buffer = csvsafe.AppendRow(buffer, []string{r.CreatedAt.Format(time.RFC3339), r.Form, r.Email, r.Consent})
		}
		return buffer, err
	})
}

// describeResponseExport documents the file, which huma cannot derive.
func describeResponseExport(doc *huma.OpenAPI) {
	doc.Paths["/bio-pages/{id}/responses/export"].Get.Responses["200"] = &huma.Response{
		Description: "The file.",
		Content:     map[string]*huma.MediaType{csvType: {Schema: apikit.BinarySchema()}},
	}
}
