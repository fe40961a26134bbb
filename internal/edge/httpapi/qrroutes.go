package httpapi

import (
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/edge/apikit"
)

func (a *API) qrRoutes(r *apikit.Router) {
	apikit.Get(r, "/qr-codes", a.listQRCodes, operation{ID: "listQRCodes", Scope: access.QRRead, Tag: "QR codes", Summary: "List QR codes",
		Description: "Newest first, each with its scans. Codes of deleted links are omitted.", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/qr-codes", a.createQRCode, operation{
		ID: "createQRCode", Scope: access.QRWrite, Tag: "QR codes",
		Summary: "Create a QR code", Status: http.StatusCreated,
		Description: "Of a link, or with a static content such as the credentials of a wireless network. A printed static code can neither be changed nor counted."})
	apikit.Patch(r, "/qr-codes/bulk", a.updateQRLooks, operation{
		ID: "updateQRCodes", Scope: access.QRWrite, Tag: "QR codes",
		Summary:     "Update the look of up to 100 QR codes",
		Description: "Each code has its own result, in the order of ids. The other codes are updated also if one is invalid.",
		Errors:      codes(fault.Invalid)})
	apikit.Post(r, "/qr-codes/archive", a.createQRArchive, operation{
		ID: "createQRCodeArchive", Scope: access.QRRead, Tag: "QR codes",
		Summary: "Export QR codes as a ZIP archive",
		Status:  http.StatusAccepted, Errors: codes(fault.Conflict, fault.Invalid),
		Description: "Up to 1,000 codes, by id or by a filter, as a job: follow it with getExport, and download the file with getExportFile. " +
			"Codes that cannot be drawn are listed in errors.txt."})
	apikit.Get(r, "/qr-codes/{id}", a.getQRCode, operation{ID: "getQRCode", Scope: access.QRRead, Tag: "QR codes", Summary: "Get a QR code"})
	apikit.Patch(r, "/qr-codes/{id}", a.updateQRCode, operation{
		ID: "updateQRCode", Scope: access.QRWrite, Tag: "QR codes",
		Summary:     "Update a QR code",
		Description: "Updates the fields in the request. To change the destination, update the link. Printed copies of a static code keep their content."})
	apikit.Delete(r, "/qr-codes/{id}", a.deleteQRCode, operation{
		ID: "deleteQRCode", Scope: access.QRWrite, Tag: "QR codes",
		Summary:     "Delete a QR code",
		Description: "Printed copies continue to lead to the link."})
	apikit.Get(r, "/qr", a.drawQR, operation{ID: "drawQR", Scope: access.QRRead, Tag: "QR codes", Summary: "Render a QR code",
		Description: "For a link, a saved code, a static content or a URL. Returns 422 if the contrast of the colors is too low for scanners, and 304 for the ETag in If-None-Match.", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/qr/judge", a.judgeQR, operation{ID: "judgeQR", Scope: access.QRRead, Tag: "QR codes", Summary: "Rate a QR code",
		Description: "Decodes the code as scanners see it, and checks contrast, margin and size, also in print. Fixes are partial looks and print sizes.", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/qr-codes/{id}/image-url", a.publishQRCode, operation{
		ID: "createQRCodeImageUrl", Secret: true, Scope: access.QRRead, Tag: "QR codes",
		Summary: "Create a public URL of a QR code's image", Status: http.StatusCreated, Errors: codes(fault.Invalid),
		Description: "The URL needs no credentials and always shows the current look of the code. It ends at expiresAt, or when the code is deleted. " +
			"Format and size are part of its signature."})
	apikit.Get(r, "/public/qr/{token}", a.publicQRCode, operation{
		ID: "getPublicQRCode", Public: true, Tag: "QR codes",
		Summary:     "Render a QR code by its public URL",
		Description: "Needs no credentials: the token is the last part of a URL of createQRCodeImageUrl. Returns 410 after its expiry.",
		Errors:      codes(fault.NotFound, fault.Gone)})
	describeImages(r.OpenAPI())
	a.qrPresetRoutes(r)
}

func (a *API) qrPresetRoutes(r *apikit.Router) {
	apikit.Get(r, "/qr-presets", a.listQRPresets, operation{
		ID: "listQRPresets", Scope: access.QRRead, Tag: "QR presets", Summary: "List presets",
		Description: "All presets of the workspace, at most 50, by name."})
	apikit.Post(r, "/qr-presets", a.createQRPreset, operation{
		ID: "createQRPreset", Scope: access.QRWrite, Tag: "QR presets", Summary: "Create a preset", Status: http.StatusCreated,
		Description: "Apply it to codes with updateQRCodes and its look.", Errors: codes(fault.Conflict)})
	apikit.Get(r, "/qr-presets/{id}", a.getQRPreset, operation{
		ID: "getQRPreset", Scope: access.QRRead, Tag: "QR presets", Summary: "Get a preset"})
	apikit.Patch(r, "/qr-presets/{id}", a.updateQRPreset, operation{
		ID: "updateQRPreset", Scope: access.QRWrite, Tag: "QR presets", Summary: "Update a preset",
		Description: "Codes that have its look are not changed.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/qr-presets/{id}", a.deleteQRPreset, operation{
		ID: "deleteQRPreset", Scope: access.QRWrite, Tag: "QR presets", Summary: "Delete a preset",
		Description: "Codes that have its look are not changed."})
}
