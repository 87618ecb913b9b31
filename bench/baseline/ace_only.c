/* Prototype: `ace-only` (optional discards) by lazy decisions, learned losses and an impossibility test (docs/algorithm.md).
 * usage: ace_only < deals     build: gcc -O3 -march=native -o ace_only ace_only.c */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t u64; typedef uint8_t u8;
#ifndef LG
#define LG 24
#endif
static int NC; static u8 suit[52],rnk[52];
static u64 lower[52],lowx[52],higher[52],homec[4],ALL,ACES;
typedef struct{u64 c[4];u64 G;u8 D[52];int k,p;}St;
static int SUB,FL; static u64 nodes,inserted,rowcnt[16],limitn; static int ovf;
static inline u64 rotl(u64 x,int k){return (x<<k)|(x>>(64-k));}
static inline int top(u64 m){return 63-__builtin_clzll(m);}
static inline int single(u64 m){return !(m&(m-1));}


enum{END=60,DC=61};
typedef struct{u64 key;uint32_t val,gh;}Tn;static Tn*T;static u64 TM;static uint32_t*ul;static u64 un_;static uint32_t nid;
typedef struct{u64 G;u8 D[52],L[52];uint32_t next;}Gh;static Gh*P;static uint32_t pn,pcap;
static u64 probes,relhits,hits,odd,xhits;
static void tinit(int lg){T=calloc(1ull<<lg,sizeof(Tn));TM=(1ull<<lg)-1;ul=malloc(4ull<<lg);pcap=1u<<(lg-2);P=malloc((u64)pcap*sizeof(Gh));pn=1;nid=1024;}
static void clr(void){for(u64 i=0;i<un_;i++)T[ul[i]].key=0;un_=0;pn=1;nid=1024;}
static inline u64 mix(u64 h){h^=h>>29;h*=0xbf58476d1ce4e5b9ull;h^=h>>32;return h;}
static Tn*child(uint32_t n,int sym,int make){u64 key=(u64)n<<8|sym|1ull<<60;u64 i=mix(key*0x9e3779b97f4a7c15ull)&TM;probes++;
  for(;;){Tn*t=&T[i];if(!t->key){if(!make)return 0;if(un_>TM/10*7){ovf=1;return 0;}t->key=key;t->val=nid++;t->gh=0;ul[un_++]=i;return t;}
    if(t->key==key)return t;i=(i+1)&TM;}}
static inline u64 colof(int g){return homec[g&3];}
static inline u64 rowsupto(int r){return r>=15?~0ull:(1ull<<(4*(r+1)))-1;} // cards of rows 0..r
// does lost a cover b? (every allowed subset of b's ghosts is an allowed subset of a's)
static int covers(u64 Ga,const u8*Da,u64 Gb,const u8*Db){
  if(Gb&~Ga)return 0;
  u64 g=Ga;while(g){int z=__builtin_ctzll(g);g&=g-1;
    u64 X=Gb&colof(z)&rowsupto(Da[z])&~((2ull<<z)-1);if(!X)continue;
    if(!(Gb>>z&1))return 0; if((top(X)>>2)>Db[z])return 0;}
  return 1;
}
static u64 dropuseless(const St*x,u64 G,u64 rem){ // ghosts that can never discard a card of rem or another ghost, and that no ghost requires
  for(;;){u64 g=G,drop=0;
  while(g){int z=__builtin_ctzll(g);g&=g-1;
    if(lowx[z]&(rem|(G&~drop)))continue;
    if(G&~drop&colof(z)&rowsupto(x->D[z])&~((2ull<<z)-1))continue;
    drop|=1ull<<z;}
  G&=~drop;if(!drop)return G;}
}
static u8 wl[60],wc[60];static int wn;static u64 STK,hacc,heb;
static inline int symof(int c,u64 tk){ return FL&1?c:ACES>>c&1?suit[c]*14+13:suit[c]*14+__builtin_popcountll(lower[c]&(STK|tk)); }
static int samerel(int z,const u8*a,const u8*b,int n){ // does ghost z relate to list a as to list b?
  for(int i=0;i<n;i++){int p=a[i],q=b[i];if(p==q)continue;
    if(suit[p]==suit[z]&&(rnk[p]<rnk[z])!=(rnk[q]<rnk[z]))return 0;
    if(wc[i]==(z&3)&&(p<z)!=(q<z))return 0;}
  return 1;}
static int walk(const St*x,uint32_t n,int j,u64 Gr,u64 acc,u64 eb){
  u64 m=x->c[j];u64 taken=0;int w0=wn;
  for(;;){
    for(int ty=0;ty<2;ty++){
      if(ty==0&&m)continue;              // END: no real card below
      if(ty==1&&!taken)continue;         // a column with no part is always END
      Tn*t=child(n,ty?DC:END,0);if(!t)continue;
      u64 g=x->G&homec[j];if(ty)g&=~((taken&-taken)-1);
      u64 eb2=eb|(ty?0:(taken&-taken));
      if(j==3){u64 Gx=dropuseless(x,Gr|g,acc|taken|STK);
        for(uint32_t i=t->gh;i;i=P[i].next){Gh*p=&P[i];
          int same=!memcmp(p->L,wl,wn);
          if(!same){int ok=1;u64 q=Gx;while(q&&ok){int z=__builtin_ctzll(q);q&=q-1;ok=samerel(z,p->L,wl,wn);}if(!ok)continue;}
          if(!covers(p->G,p->D,Gx,x->D))continue;
          hacc=acc|taken;heb=eb2;if(!same)relhits++;hits++;
          return 1;}}
      else if(walk(x,t->val,j+1,Gr|g,acc|taken,eb2))return 1;
    }
    if(!m){wn=w0;return 0;}
    int c=top(m);m^=1ull<<c;int sy=symof(c,acc|taken);taken|=1ull<<c;wc[wn]=j;wl[wn++]=c;
    Tn*t=child(n,sy,0);if(!t){wn=w0;return 0;}n=t->val;
  }
}
static int lookup(const St*x){wn=0;STK=ALL&~((1ull<<x->k)-1);return walk(x,x->k/4*16+x->p,0,0,0,0);}
static void insert(const St*x,u64 acc,u64 eb){
  uint32_t n=x->k/4*16+x->p;Tn*t=0;u64 G=0,tk=0;wn=0;STK=ALL&~((1ull<<x->k)-1);
  for(int j=0;j<4;j++){u64 a=acc&x->c[j];u64 m=x->c[j];int end=1;
    if(m){u64 low=a&-a;if(!a){odd++;return;}
      end=!(m&(low-1))&&(((eb&low)!=0)||(x->p>>j&1));
      if((m&(low-1))&&(eb&low))odd++;
      G|=x->G&homec[j]&~(end?0:low-1);
      m&=~(low-1);while(m){int c=top(m);m^=1ull<<c;t=child(n,symof(c,tk),1);tk|=1ull<<c;wl[wn++]=c;if(!t)return;n=t->val;}}
    else G|=x->G&homec[j];
    t=child(n,end?END:DC,1);if(!t)return;n=t->val;}
  if(pn>=pcap){ovf=1;return;}
  P[pn].G=G;memcpy(P[pn].D,x->D,52);memcpy(P[pn].L,wl,wn);P[pn].next=t->gh;t->gh=pn++;inserted++;}
// free group = certain empty columns and certain lone aces, once a certain empty column was there; marks the lone aces in *eb
static void canon(St*x,u64*eb){
  int e=0;for(int i=0;i<4;i++)e+=!(x->c[i]|(x->G&homec[i]));
  if(e)for(int i=0;i<4;i++){u64 m=x->c[i];if(!(x->G&homec[i])&&(!m||(single(m)&&(m&ACES)))){x->p|=1<<i;*eb|=m;}}
  int pos[4],n=0;u64 v[4];for(int i=0;i<4;i++)if(x->p>>i&1){pos[n]=i;v[n++]=x->c[i];}
  for(int i=0;i<n-1;i++)for(int j=i+1;j<n;j++)if(v[j]<v[i]){u64 t=v[i];v[i]=v[j];v[j]=t;}
  for(int i=0;i<n;i++)x->c[pos[i]]=v[i];
}
static inline u64 above(const St*x,int j){ // ghosts above the top real of column j
  if(!x->c[j])return x->G&homec[j];return x->G&homec[j]&~((2ull<<top(x->c[j]))-1);}
static void closure(St*x,u64*acc,u64*eb){ // free discards by certain tops
  for(;;){int ch=0;u64 C=0;for(int j=0;j<4;j++)if(x->c[j]&&!above(x,j))C|=1ull<<top(x->c[j]);
    for(int j=0;j<4;j++)if(x->c[j]){int t=top(x->c[j]);u64 q=C&higher[t];if(!q)continue;
      x->c[j]^=1ull<<t;ch=1;*acc|=1ull<<t|((FL&2)?q:(q&-q));
      if(!x->c[j])*eb|=1ull<<t;
      if(x->k<NC||(x->G&homec[j]&~((2ull<<t)-1))){x->G|=1ull<<t;x->D[t]=(x->k>>2)-1;}
      break;}
    if(!ch)break;}
}
static void prune(St*x){ // drop useless ghosts, canonicalise D
  int last=x->k==NC?NC/4-1:99;
  u64 rem=x->c[0]|x->c[1]|x->c[2]|x->c[3]|(ALL&~((1ull<<x->k)-1));
  for(;;){u64 g=x->G,drop=0;
  while(g){int z=top(g);g^=1ull<<z;
    u64 X=x->G&~drop&colof(z)&rowsupto(x->D[z])&~((2ull<<z)-1);
    if(!(lowx[z]&(rem|(x->G&~drop)))&&!X){drop|=1ull<<z;continue;}
    if(x->D[z]==last){if(!X)drop|=1ull<<z;continue;}
    x->D[z]=X?top(X)>>2:z>>2;}
  x->G&=~drop;if(!drop)break;}
}
static u64 mv[5],deadn[16];
// relaxation: which cards can go at all? 1 = some card can never go: lost. N: cards that have not been shown to go (aces: to move).
// At row t a column shows its cards above the topmost card of N dealt by t, that card, and its ghosts there. A moved ace is visible at t only if
// some column holds no card of N at t; an ace moves only to such a column.
static int dead(const St*x,u64*acc,u64*eb){
  u64 real=x->c[0]|x->c[1]|x->c[2]|x->c[3],N=real|STK,A0=0;for(int j=0;j<4;j++)if(x->p>>j&1)A0|=x->c[j];N&=~A0;
  int r0=(x->k>>2)-1,last=NC/4-1;int again=1;
  while(again){again=0;u64 A=A0; // aces seen so far
    for(int t=r0;t<=last;t++){u64 sr=STK&rowsupto(t);
      for(int ch=1;ch;){ch=0;u64 vis[4],V=0,B[4];int z=0;
        for(int j=0;j<4;j++){u64 m=x->c[j]|(sr&homec[j]),nb=m&N;u64 g=m|(x->G&homec[j]);B[j]=0;
          if(nb){B[j]=1ull<<top(nb);g&=~(B[j]-1);}else z=1;
          vis[j]=g;V|=g;A|=g&ACES;}
        for(int j=0;j<4;j++)if(B[j]){int b=top(B[j]);
          if(B[j]&ACES?z:(higher[b]&((V&~vis[j])|(z?A:0)))!=0){N&=~B[j];ch=1;again=1;}}
      }
    }
    if(!(N&~ACES))return 0;
  }
  u64 wit=N&STK&~ACES,na=0;int bd=99; // a non-ace that cannot go must be among the cards kept
  for(int j=0;j<4;j++){u64 nb=x->c[j]&N;if(nb){*acc|=1ull<<top(nb);wit|=(1ull<<top(nb))&~ACES;
      u64 q=nb&~ACES;if(q){u64 b=1ull<<top(q);int d=__builtin_popcountll(x->c[j]&~(b-1));if(d<bd){bd=d;na=b;}}}
    else{*acc|=x->c[j];*eb|=x->c[j]&-x->c[j];}}
  if(!(wit&~ACES))*acc|=na;
  return 1;
}
#define SUBCALL(y) {u64 a2=0,e2=0;if(dfs(y,&a2,&e2))return 1;acc|=a2;eb|=e2;}
static int dfs(St x,u64*pacc,u64*peb){
  nodes++;u64 acc=0,eb=0;
  for(;;){closure(&x,&acc,&eb);if(__builtin_popcountll(x.c[0]|x.c[1]|x.c[2]|x.c[3])+NC-x.k==4)return 1;
    u64 G=x.G;prune(&x);if(x.G==G)break;}
  if(ovf)return 0; if(limitn&&nodes>limitn){ovf=1;return 0;}
  canon(&x,&eb);
  if(lookup(&x)){*pacc=acc|hacc;*peb=eb|heb;return 0;}
  if(FL&4){int q=x.p;for(int i=0;i<4;i++)if(x.p>>i&1);
    // the same cards with a smaller free group are covered too when a stored loss had ghosts in place of the gap
    for(int sb=q;sb;){sb=(sb-1)&q;St y=x;y.p=sb;if(lookup(&y)){xhits++;*pacc=acc|hacc;*peb=eb|heb;for(int i=0;i<4;i++)if(x.p>>i&1){*pacc|=x.c[i];*peb|=x.c[i];}return 0;}}}
  if((FL&8)&&dead(&x,&acc,&eb)){deadn[(x.k>>2)-1]++;for(int j=0;j<4;j++)if(x.c[j])acc|=1ull<<top(x.c[j]);if(FL&16)insert(&x,acc,eb);*pacc=acc;*peb=eb;return 0;}
  rowcnt[(x.k>>2)-1]++;
  u64 tops=0;for(int j=0;j<4;j++)if(x.c[j])tops|=1ull<<top(x.c[j]);
  acc|=tops;
  if(x.k==NC&&!(tops&~ACES)){ // the loss rests on some non-ace that lies deeper
    u64 na=0;int bd=99;for(int j=0;j<4;j++){u64 m=x.c[j]&~ACES;if(m){u64 b=1ull<<top(m);int d=__builtin_popcountll(x.c[j]&~(b-1));if(d<bd){bd=d;na=b;}}}
    acc|=na;}
  for(int ph=0;ph<3;ph++){int w=(FL>>8)&7;int what=w==4?(ph==0?2:ph==1?1:0):w==5?(ph==0?1:ph==1?2:0):w==0?ph:w==1?(ph==0?1:ph==1?0:2):w==2?(ph==0?2:ph-1):(ph==0?1:ph==1?2:0);
  if(what==0){
  // 1. make the top of an uncertain column a certain card
  for(int i=0;i<4;i++){u64 ab=above(&x,i);if(!ab)continue;
    u64 others=tops;if(x.c[i]){int r=top(x.c[i]);others&=~(1ull<<r);
      if(lower[r]&others){St y=x;y.G&=~ab;mv[0]++;SUBCALL(y)}}
    u64 q=ab;while(q){int g=__builtin_ctzll(q);q&=q-1;if(!(lower[g]&others))continue;
      St y=x;y.G&=~(ab&~((1ull<<g)-1));y.c[i]|=1ull<<g;int m=g>>2;
      u64 w=y.G&homec[i]&((1ull<<g)-1);while(w){int z=top(w);w^=1ull<<z;if(y.D[z]>=m){m=z>>2;y.G&=~(1ull<<z);y.c[i]|=1ull<<z;}}
      mv[0]++;SUBCALL(y)}
  }
  }else if(what==1){
  // 2. empty a column of ghosts only; move an ace
  int d=-1;for(int i=0;i<4;i++)if(!x.c[i]){if(!(x.G&homec[i]))d=i;else if(tops&ACES){St y=x;y.G&=~homec[i];mv[1]++;SUBCALL(y)}}
  if(d>=0)for(int j=0;j<4;j++){u64 m=x.c[j];if(!m||(x.p>>j&1))continue;
    int a=top(m);if(!(ACES>>a&1))continue;St y=x;y.G&=~above(&x,j);y.c[j]^=1ull<<a;if(!y.c[j])eb|=1ull<<a;y.c[d]=1ull<<a;y.p|=1<<d;mv[2]++;SUBCALL(y)}
  }else if(x.k<NC){
  // 3. deal
    int pos[4],n=0;u64 v[4];int m=0;for(int i=0;i<4;i++)if(x.p>>i&1){pos[n++]=i;if(x.c[i])v[m++]=x.c[i];}
    if(!n||!m){St b=x;for(int j=0;j<4;j++)b.c[j]|=1ull<<(b.k+j);b.k+=4;b.p=0;mv[3]++;SUBCALL(b)}
    else{int total=1;for(int i=0;i<m;i++)total*=n;
      for(int t=0;t<total;t++){int tt=t;unsigned um=0;int ok=1,idx[4];for(int i=0;i<m;i++){idx[i]=tt%n;tt/=n;if(um>>idx[i]&1){ok=0;break;}um|=1u<<idx[i];}if(!ok)continue;
        St b=x;for(int i=0;i<n;i++)b.c[pos[i]]=0;for(int i=0;i<m;i++)b.c[pos[idx[i]]]=v[i];
        for(int j=0;j<4;j++)b.c[j]|=1ull<<(b.k+j);b.k+=4;b.p=0;mv[3]++;SUBCALL(b)}}
  }}
  insert(&x,acc,eb);
  *pacc=acc;*peb=eb;
  return 0;
}
static int cmp(const void*a,const void*b){u64 x=*(u64*)a,y=*(u64*)b;return x<y?-1:x>y;}
int main(int ac,char**av){
  SUB=ac>1?atoi(av[1]):1;FL=ac>2?atoi(av[2]):520;limitn=ac>3?strtoull(av[3],0,10):0;tinit(LG);
  char line[1024];u64 n=0,w=0;static u64 nn[100000];clock_t t0=clock();
  while(fgets(line,sizeof line,stdin)){
    NC=0;for(char*t=strtok(line," \n");t;t=strtok(0," \n")){rnk[NC]=strchr("23456789TJQKA",t[0])-"23456789TJQKA";suit[NC]=strchr("CDHS",t[1])-"CDHS";NC++;}
    ALL=(1ull<<NC)-1;ACES=0;for(int i=0;i<NC;i++)if(rnk[i]==12)ACES|=1ull<<i;for(int i=0;i<4;i++)homec[i]=0;for(int i=0;i<NC;i++)homec[i&3]|=1ull<<i;
    for(int i=0;i<NC;i++){lower[i]=higher[i]=0;for(int j=0;j<NC;j++)if(suit[i]==suit[j]){if(rnk[j]<rnk[i])lower[i]|=1ull<<j;if(rnk[j]>rnk[i])higher[i]|=1ull<<j;}lowx[i]=lower[i]&~homec[i&3];}
    St x;memset(&x,0,sizeof x);for(int i=0;i<4;i++)x.c[i]=1ull<<i;x.k=4;ovf=0;nodes=0;inserted=0;
    u64 aa,bb;int f=dfs(x,&aa,&bb);u64 rk=un_;clr();
    printf("%s N=%lu ins=%lu real=%lu\n",ovf?"unknown":f?"solvable":"unsolvable",nodes,inserted,rk);fflush(stdout);
    nn[n]=nodes;n++;w+=f;
  }
  double s=0;for(u64 i=0;i<n;i++)s+=nn[i];qsort(nn,n,8,cmp);
  fprintf(stderr,"n=%lu w=%lu mean=%.0f med=%lu p90=%lu p99=%lu max=%lu time=%.2f\nrows:",n,w,s/n,nn[n/2],nn[n*9/10],nn[n*99/100],nn[n-1],(double)(clock()-t0)/CLOCKS_PER_SEC);
  for(int i=0;i<13;i++)fprintf(stderr," %lu",rowcnt[i]);fprintf(stderr,"\ndead:");for(int i=0;i<13;i++)fprintf(stderr," %lu",deadn[i]);fprintf(stderr,"\nmv=commit %lu drop %lu fill %lu deal %lu hits=%lu rel=%lu xhits=%lu odd=%lu probes=%lu\n",mv[0],mv[1],mv[2],mv[3],hits,relhits,xhits,odd,probes);
}
