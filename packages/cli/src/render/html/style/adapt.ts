/** Narrow screens, paper, forced colours, motion. */
export const ADAPT_STYLE = `
@media (max-width:1199px){
.page{grid-template-columns:minmax(0,1fr);max-width:1168px}
nav{position:static;max-height:none;margin:0 -24px;padding:12px 0 0;overflow-x:auto;scrollbar-width:none}
nav ul{display:flex;gap:2px;width:max-content;padding:0 14px}
nav a{margin-left:0;border-left:0;border-bottom:2px solid transparent;padding:6px 10px;white-space:nowrap}
nav .count{display:none}
main{padding-top:24px}
.hot th,.hot td{padding-left:7px;padding-right:7px}
.hot .name{min-width:200px}
.hot .share-bar{display:none}
}
@media (max-width:1000px){.pair{grid-template-columns:minmax(0,1fr)}}
@media (max-width:760px){
html{scroll-padding-top:56px}
.page,.bar{padding:0 16px}
.bar{gap:10px;justify-content:space-between}
.input-name{display:none}
nav{margin:0 -16px}
nav ul{padding:0 6px}
section{margin-top:44px}
.hero h1{font-size:23px;line-height:30px}
.why{font-size:14px;line-height:21px}
.facts{grid-template-columns:1fr 1fr;gap:14px 16px}
.more{margin-left:0}
.finding{grid-template-columns:22px minmax(0,1fr);gap:0 10px;padding:14px 14px 14px 8px}
.finding .number{font-size:16px;line-height:24px}
.finding .gain{grid-column:2;border:0;padding:12px 0 0}
.pairs{grid-template-columns:minmax(0,1fr);gap:2px}
.pairs dd+dt{margin-top:8px}
.partition-row{grid-template-columns:minmax(0,1fr) auto;gap:3px 8px;margin-bottom:10px}
.partition-row svg,.partition-row.scale svg{grid-column:1/-1;grid-row:2}
.partition .label small{display:inline;margin-left:6px}
.wide-only{display:none}
.table-frame{margin-left:-16px;margin-right:-16px;padding:0 16px}
.quality .table-frame{margin:0;padding:0}
.timeline{grid-template-columns:72px minmax(0,1fr);padding:6px 10px}
.timeline .lane-name{font-size:11.5px;padding-right:4px}
.timeline .track-name{grid-template-columns:minmax(72px,auto) minmax(0,1fr)}
.keys{display:none}
.selection{grid-template-columns:1fr 1fr}
.selection>div:first-child{grid-column:1/-1}
.roofline svg.wide{display:none}
.roofline svg.narrow{display:block}
.hot .name{min-width:196px;max-width:230px}
.drawer .columns,.drawer .whole-name{max-width:calc(100vw - 66px)}
.warnings li{grid-template-columns:minmax(0,1fr)}
}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media (forced-colors:active){.fill-compute,.fill-comm,.fill-copy,.fill-api{stroke:CanvasText}}
@page{margin:12mm}
@media print{
html{background:#fff}
body{zoom:.8}
:root{--bg:#fff;--surface:#fff;--sunken:#f2f3f5}
.bar{position:static}
nav,.bar-buttons,.evidence a,.tools .button-row,.keys,.command button,.whole-name button,.timeline canvas,.tip{display:none!important}
.page{display:block;padding:0}
.live .lane svg{visibility:visible}
.table-frame{background:none;overflow:visible}
.finding,.partition,figure,.pair{break-inside:avoid}
h2,.take{break-after:avoid}
section{margin-top:28px}
a{color:inherit;text-decoration:none}
}
`;
