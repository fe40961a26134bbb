package httpapi

import (
	"context"
	"io"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
	"linnet/internal/edge/apikit"
)

// jsonFileType is the media type of a JSON export, which distinguishes it from
// responses of the API.
const jsonFileType = "application/vnd.linnet.links+json"

type createExportInput struct {
	Body struct {
		Format    string   `json:"format,omitempty" enum:"csv,json" default:"csv"`
		IDs       []string `json:"ids,omitempty" maxItems:"1000" doc:"Ids of the links to export."`
		Search    string   `json:"search,omitempty" maxLength:"200" doc:"Words in alias, destination, title or note; case-insensitive."`
		Domain    string   `json:"domain,omitempty" doc:"The host of a domain."`
		Tags      []string `json:"tags,omitempty" doc:"Names of tags; matches links with any of them."`
		FolderID  string   `json:"folderId,omitempty"`
		Statuses  []string `json:"statuses,omitempty" doc:"Statuses: active, scheduled, expired, archived or blocked; matches links with any of them."`
		CreatedBy string   `json:"createdBy,omitempty" doc:"The id of a user."`
	} `nameHint:"CreateExport" required:"false"`
}

func (a *API) createExport(ctx context.Context, in *createExportInput) (*apikit.Output[Job], error) {
	b := in.Body
	return jobResponse(a.Transfers.StartExport(ctx, apikit.ActorOf(ctx), transfer.ExportOptions{
		Format: transfer.Format(b.Format),
		IDs:    b.IDs,
		Filter: link.Filter{
			Search:    b.Search,
			Domain:    b.Domain,
			Tags:      b.Tags,
			FolderID:  b.FolderID,
			CreatedBy: b.CreatedBy,
			Statuses:  apikit.Map(b.Statuses, func(s string) link.Status { return link.Status(s) }),
		},
	}))
}

// output sends the output file of a job.
func (a *API) output(kind job.Kind) func(context.Context, *apikit.ByID) (*huma.StreamResponse, error) {
	return func(ctx context.Context, in *apikit.ByID) (*huma.StreamResponse, error) {
		name, file, err := a.Transfers.Output(ctx, apikit.ActorOf(ctx), kind, in.ID)
		if err != nil {
			return nil, err
		}
		media := csvType
		switch {
		case strings.HasSuffix(name, ".json") && kind == job.Export:
			media = jsonFileType
		case strings.HasSuffix(name, ".zip") && kind == job.Export:
			media = zipType
		}
		return apikit.Download(io.NopCloser(file), media, name, -1), nil
	}
}
