/** Fills of the kinds of time, partition bars, timeline, roofline, flame graph. */
export const CHART_STYLE = `
.fill-compute{fill:var(--compute)}.fill-comm{fill:var(--comm)}.fill-copy{fill:var(--copy)}.fill-api{fill:var(--api)}
.fill-idle{fill:url(#hatch);stroke:var(--idle);stroke-width:1}
.fill-wait{fill:var(--idle);fill-opacity:.82}
.fill-marker{fill:var(--line2)}
.on-compute{fill:var(--on-compute)}.on-comm{fill:var(--on-comm)}.on-copy{fill:var(--on-copy)}.on-api{fill:var(--on-api)}.on-idle{fill:var(--ink)}
.hatch-line{stroke:var(--idle);stroke-width:1.6}.hatch-ground{fill:var(--surface)}
.gap{stroke:var(--bg)}
svg text{font-size:12px;fill:var(--ink2)}
svg text.axis{font-size:11.5px;fill:var(--ink3)}
.rule{stroke:var(--line);fill:none}.tick{stroke:var(--line2);fill:none}
.ground{fill:var(--sunken)}.solid{fill:var(--ink)}.faint{fill:var(--line)}.accent{fill:var(--accent)}
.fill-worse{fill:var(--worse)}.fill-better{fill:var(--better)}.fill-same{fill:var(--idle)}
.halo{paint-order:stroke;stroke:var(--surface);stroke-width:3px}
.partition{margin-bottom:20px}
.partition-row{display:grid;grid-template-columns:112px minmax(0,1fr) 92px;gap:0 14px;align-items:center;margin-bottom:6px}
.partition-row.scale svg{grid-column:2}
.partition .label{font-size:13px;line-height:16px;overflow-wrap:anywhere}
.partition .label small{display:block;font-size:12px;color:var(--ink3)}
.partition .busy{text-align:right;font-size:13px;color:var(--ink2);white-space:nowrap}
.partition .mean{font-weight:600}
.partition svg{display:block;width:100%;height:26px;overflow:visible}
.partition .scale svg{height:18px}
.timeline{position:relative;display:grid;grid-template-columns:124px minmax(0,1fr);padding:8px 12px 8px 14px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
.timeline .lane-name{height:18px;margin-bottom:4px;padding-right:8px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:12px;line-height:18px;color:var(--ink2)}
.timeline .track-name{grid-column:1/-1;display:grid;grid-template-columns:124px minmax(0,1fr);height:24px;overflow:hidden;white-space:nowrap;font-size:12.5px;line-height:28px;font-weight:600}
.timeline .track-name b{font-weight:600;overflow:hidden;text-overflow:ellipsis;padding-right:8px}
.timeline .track-name span{overflow:hidden;text-overflow:ellipsis;font-weight:400;color:var(--ink3)}
.timeline svg{display:block;width:100%;overflow:visible}
.timeline .lane{height:18px;margin-bottom:4px}
.timeline .lane svg{height:18px}
.timeline .axis-row{height:22px}
.timeline .axis-row svg{height:22px}
.timeline .overview{position:relative;height:30px;margin:2px 0 6px}
.timeline .overview svg{height:30px;touch-action:none;cursor:grab}
.timeline .overview-frame{fill:none;stroke:var(--ink);stroke-width:1.5}
.timeline canvas{position:absolute;display:block;touch-action:pan-y;cursor:crosshair;border-radius:2px}
.timeline canvas:focus-visible{outline-offset:1px}
.live .lane svg{visibility:hidden}
.selection{display:grid;grid-template-columns:minmax(0,2.2fr) repeat(4,minmax(0,1fr));gap:8px 20px;margin-top:10px;min-height:44px;font-size:13px}
.selection dt{font-size:12px;line-height:16px;color:var(--ink3)}
.selection dd{line-height:18px;overflow-wrap:anywhere}
.roofline svg.plot{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:8px;background:var(--surface);touch-action:pan-y}
.roofline svg.narrow{display:none}
.roof{fill:none;stroke:var(--ink2);stroke-width:1.5;vector-effect:non-scaling-stroke}
.roof.other{stroke:var(--line2);stroke-width:1.2;stroke-dasharray:5 4}
.dot{fill:var(--compute);fill-opacity:.72;stroke:var(--surface);stroke-width:1.5}
.dot.memory{fill:var(--comm)}
.dot-number{font-weight:600;fill:var(--ink)!important;paint-order:stroke;stroke:var(--surface);stroke-width:3px}
.leader{stroke:var(--line2)}
.roofline a:focus-visible{outline:none}
.roofline a:focus-visible .dot,.roofline a:hover .dot,.roofline a.linked .dot{fill-opacity:1;stroke:var(--ink);stroke-width:2.5}
.roofline .key td,.roofline .key th{padding:5px 7px}
.roofline .key code{font-size:12px}
.chart{padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
.chart svg{display:block;width:100%}
.chart .flame-cell{stroke:var(--surface);stroke-width:1;vector-effect:non-scaling-stroke}
.chart .flame-cell.match{stroke:var(--ink);stroke-width:2}
.chart [data-flame]{cursor:pointer}
.chart [data-flame]:focus-visible{outline:2px solid var(--focus)}
.collective-bar{min-width:150px;width:46%}
.collective-bar svg,.change-bar svg,.box-plot svg{display:block;width:100%}
.change-bar{min-width:130px;width:20%}
.box-plot{min-width:130px;width:16%}
`;
