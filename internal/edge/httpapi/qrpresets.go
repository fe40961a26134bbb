package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/edge/apikit"
)

// QRBulkResult is the result of one code of a bulk request.
type QRBulkResult struct {
	Index  int             `json:"index" doc:"The index of the code in the request."`
	Status int             `json:"status" doc:"The status of a request for this code alone." example:"200"`
	ID     string          `json:"id,omitempty" doc:"The id of the code; absent on error." example:"qrc_3kq7c8v0d5m2a"`
	Look   *look.Look      `json:"look,omitempty" doc:"The new look; absent on error."`
	Error  *apikit.Problem `json:"error,omitempty" doc:"The error; absent on success."`
}

type updateQRCodes struct {
	IDs  []string                  `json:"ids" minItems:"1" maxItems:"100" doc:"Ids of codes."`
	Look apikit.Partial[look.Look] `json:"look" doc:"Updates the fields in the request."`
}

// QRBulkResults is the response of a bulk request of QR codes.
type QRBulkResults struct {
	Results []QRBulkResult `json:"results" doc:"One result for each code, in the order of the request."`
}

func (a *API) updateQRLooks(ctx context.Context, in *apikit.With[updateQRCodes]) (*apikit.Output[QRBulkResults], error) {
	results, err := a.QRCodes.UpdateLooks(ctx, apikit.ActorOf(ctx), in.Body.IDs, in.Body.Look.Onto)
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[QRBulkResults]{}
	out.Body.Results = make([]QRBulkResult, len(results))
	for i, r := range results {
		one := QRBulkResult{Index: i, Status: http.StatusOK, ID: r.Code.ID}
		if r.Err != nil {
			one.Error = a.errors.Problem(ctx, r.Err)
			one.Status, one.ID = one.Error.Status, ""
		} else {
			one.Look = &r.Code.Look
		}
		out.Body.Results[i] = one
	}
	return out, nil
}

// QRPreset is a named look of QR codes.
type QRPreset struct {
	ID        string    `json:"id" example:"qrp_3kq7c8v0d5m2a"`
	Name      string    `json:"name" example:"Spring campaign"`
	Look      look.Look `json:"look"`
	CreatedBy string    `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

func qrPresetOf(p qr.Preset) QRPreset {
	return QRPreset{
		ID:        p.ID,
		Name:      p.Name,
		Look:      p.Look,
		CreatedBy: p.CreatedBy,
		CreatedAt: apikit.Timestamp(p.CreatedAt),
		UpdatedAt: apikit.Timestamp(p.UpdatedAt),
	}
}

func (a *API) listQRPresets(ctx context.Context, _ *struct{}) (*apikit.ListOutput[QRPreset], error) {
	presets, err := a.QRPresets.List(ctx, apikit.ActorOf(ctx))
	return apikit.WholeList(apikit.Map(presets, qrPresetOf)), err
}

func (a *API) getQRPreset(ctx context.Context, in *apikit.ByID) (*apikit.Output[QRPreset], error) {
	p, err := a.QRPresets.Get(ctx, apikit.ActorOf(ctx), in.ID)
	return apikit.OutputOf(qrPresetOf(p)), err
}

type createQRPreset struct {
	Name string                    `json:"name" doc:"1 to 60 characters; unique, case-insensitive."`
	Look apikit.Partial[look.Look] `json:"look,omitzero" doc:"Absent fields have their default values."`
}

func (a *API) createQRPreset(ctx context.Context, in *apikit.With[createQRPreset]) (*apikit.Output[QRPreset], error) {
	p, err := a.QRPresets.Create(ctx, apikit.ActorOf(ctx), in.Body.Name, in.Body.Look.Onto)
	return apikit.OutputOf(qrPresetOf(p)), err
}

type updateQRPreset struct {
	Name apikit.Opt[string]        `json:"name,omitzero" doc:"1 to 60 characters; unique, case-insensitive."`
	Look apikit.Partial[look.Look] `json:"look,omitzero" doc:"Updates the fields in the request."`
}

func (a *API) updateQRPreset(ctx context.Context, in *apikit.ByIDWith[updateQRPreset]) (*apikit.Output[QRPreset], error) {
	p, err := a.QRPresets.Update(ctx, apikit.ActorOf(ctx), in.ID, qr.PresetPatch{Name: in.Body.Name.Pointer(), Look: in.Body.Look.Onto})
	return apikit.OutputOf(qrPresetOf(p)), err
}

func (a *API) deleteQRPreset(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.QRPresets.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}
